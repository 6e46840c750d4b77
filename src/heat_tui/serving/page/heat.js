// The page around textual.js: it says hello with the code of the link and the guest's name, keeps the keyboard on the
// game, says when the connection is lost, reconnects, and uses a smaller font where 16 px leave too little room.
"use strict";
(() => {
  const OVER = 4000, TURNED_AWAY = 4001, LONGEST = 60000, BEAT = 2000, UNANSWERED = 3;
  const COLUMNS = 80, ROWS = 24, LARGEST = 16, SMALLEST = 6;  // what the game needs, and the sizes of the font in pixels
  const words = JSON.parse(document.body.dataset.words), Socket = window.WebSocket;
  let waits = 1000;

  function say(sentence, withButton) {
    const box = document.getElementById("said");
    box.querySelector("p").textContent = sentence;
    box.querySelector("button").hidden = !withButton;
    box.hidden = !sentence;
  }

  function comeBack() {
    setTimeout(() => {
      fetch("/page/icon.svg", { cache: "no-store" }).then((answer) => answer.ok ? location.reload() : comeBack(), comeBack);
    }, waits);
    waits = Math.min(waits * 2, 10000);
  }

  function fontSize() {  // in the fonts of heat.css, a character is at most 0.61 of the font size wide and 1.35 high
    const { clientWidth, clientHeight } = document.getElementById("terminal");
    const fits = Math.min(clientWidth / COLUMNS / 0.61, clientHeight / ROWS / 1.35);
    return String(Math.max(SMALLEST, Math.min(LARGEST, Math.floor(fits))));
  }

  document.querySelector("#said button").addEventListener("click", () => location.reload());
  if (!Socket) { say(words.socket, false); return; }
  if (sessionStorage.getItem("link") !== location.hash) {
    sessionStorage.clear();
    sessionStorage.setItem("link", location.hash);
  }

  const look = document.getElementById("terminal").dataset;
  look.fontSize = fontSize();
  screen.orientation?.addEventListener("change", () => setTimeout(() => {  // a phone has been turned
    if (look.fontSize !== fontSize()) { location.reload(); }
  }, 500));

  window.WebSocket = class extends Socket {
    constructor(url) {
      const asked = new URLSearchParams(url.split("?")[1]);
      super(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
      let unanswered = 0, lost = false, farewell = "";
      const lose = () => {
        if (!lost) { lost = true; say(words.lost, false); comeBack(); }
      };
      const beats = setInterval(() => {
        if (this.readyState !== Socket.OPEN) { return; }
        if (unanswered === UNANSWERED) { lose(); return; }
        unanswered += 1;
        super.send('["beat"]');
      }, BEAT);
      this.addEventListener("open", () => super.send(JSON.stringify(["hello", {
        width: Number(asked.get("width")), height: Number(asked.get("height")),
        code: sessionStorage.getItem("code") || new URLSearchParams(`code=${location.hash.slice(1)}`).get("code"),
        name: sessionStorage.getItem("name") || "", seat: sessionStorage.getItem("seat") || "",
        language: sessionStorage.getItem("language") || document.documentElement.lang,
      }])));
      this.addEventListener("message", (event) => {
        unanswered = 0;
        if (typeof event.data !== "string") { return; }
        const [kind, name, code, , seat] = JSON.parse(event.data);
        if (kind === "left") { farewell = name; }
        if (kind === "speaks") { sessionStorage.setItem("language", name); }
        if (kind === "in") {
          if (location.hash === `#${sessionStorage.getItem("code")}`) {  // the table has a new code
            history.replaceState(null, "", `#${code}`);
            sessionStorage.setItem("link", location.hash);
          }
          sessionStorage.setItem("name", name);
          sessionStorage.setItem("code", code);
          sessionStorage.setItem("seat", seat);
        }
      });
      this.addEventListener("close", (event) => {
        clearInterval(beats);
        if (event.code === OVER) { ["name", "code", "seat"].forEach((each) => sessionStorage.removeItem(each)); say(farewell, true); }
        else if (event.code === TURNED_AWAY) { say(event.reason, true); }
        else { lose(); }
      });
    }

    send(data) {
      if (this.readyState !== Socket.OPEN) { return; }
      if (new Blob([data]).size > LONGEST) {
        say(words.long, false);
        setTimeout(() => say("", false), 4000);
        return;
      }
      super.send(data);
    }
  };

  function takeKeys() {
    const keyboard = document.querySelector(".xterm-helper-textarea");
    if (keyboard) { keyboard.focus({ preventScroll: true }); }
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey && !event.altKey && !event.metaKey && event.key.toLowerCase() === "v") {
      event.stopImmediatePropagation();  // so that the browser pastes
    }
  }, true);
  window.addEventListener("hashchange", () => location.reload());
  window.addEventListener("load", () => { takeKeys(); setTimeout(takeKeys, 300); });
  window.addEventListener("focus", takeKeys);
  document.addEventListener("pointerup", takeKeys);
})();
