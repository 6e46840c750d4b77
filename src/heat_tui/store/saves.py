"""The folder of saved races. The reader of saves, and pydantic with it, is loaded when a save is read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

from heat_tui.language import N_, row
from heat_tui.store import saved_race
from heat_tui.store.locks import Elsewhere, Held, Holder, claim, claim_new, holder_of, lock_of, owns, release
from heat_tui.store.paths import book_file, saves_folder
from heat_tui.store.reading import UNWRITABLE, BadFile, refusing, shown, suggestion
from heat_tui.store.save_list import BadSave, Glance, SaveInfo, Version, glance_at, read_index, version_of, write_index
from heat_tui.store.writing import DRAFT, write_new, write_whole

Signature = tuple[int, int, int] | None


def signature(path: Path) -> Signature:
    """Return a token that changes whenever a file is written: its inode number, time and size; None without a file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


SUFFIX = ".json"
_NAMES_SHOWN = 10

ListedSaves = list[SaveInfo | BadSave]


class SaveStore:
    """The saved races of one folder, each a file `<name>.json`. The first lock or save creates the folder.

    Saves are locked against other programs from `claim`, `claim_free` or the first `write` until `release`, and a save
    that has changed since this store read or wrote it is never overwritten. `book` is the file of the drivers' book for
    these races, None if they are entered in no book.
    """

    def __init__(self, folder: Path, *, book: Path | None = None) -> None:
        self.folder = folder
        self.book = book
        self._tokens: dict[Path, str] = {}
        self._known: dict[Path, Signature] = {}

    def path(self, name: str) -> Path:
        """Return the file of a save, which need not exist if the name is one that the game can give. Raises BadFile."""
        if saved_race.is_name(name):
            return self.folder / (name + SUFFIX)
        for path in self.files():  # a file whose name the game would not give
            if path.stem == name:
                return path
        raise self._unknown(name)

    def claim_free(self, *parts: str) -> str:
        """Return a free name made from the parts, locked so that no other program gets it too.

        If the lock cannot be written, the name is returned unlocked; writing the save reports the error.
        """
        names = saved_race.numbered(saved_race.name_from(parts))
        return next(free for free in names if self._take(self.folder / (free + SUFFIX)))

    def _take(self, path: Path) -> bool:
        """Lock a file that does not exist yet; return whether its name is free."""
        if not os.path.lexists(path):
            try:
                self._tokens[path] = claim_new(path)
            except FileExistsError:
                return False
            except OSError:  # writing the save reports the error
                return True
            if not os.path.lexists(path):  # another program may have saved and released it since the first check
                return True
            self.release(path.stem)
        return False

    def write(self, saved: saved_race.SavedRace) -> Path:
        """Save a race under its name, replacing an earlier save of the race, and return the file.

        At any moment, the file is the complete earlier save or the complete new one. Raises BadFile, and Elsewhere
        if another program has the save open or has changed it.
        """
        path, most = self.path(saved.name), saved_race.LONGEST_NAME
        odd = N_("This race cannot be saved, because a name contains characters that cannot be shown: {name}.")
        long = N_("This race cannot be saved, because a name is longer than {most} characters: {name}.")
        for name in saved.setup.seats:
            if not name.isprintable() or len(name) > most:
                raise BadFile(long if name.isprintable() else odd, most=most, name=shown(name))
        self._make_ours(path)
        self._write(path, saved_race.save_text(saved))
        self._known[path] = signature(path)
        return path

    def holder(self, name: str) -> Holder | None:
        """Return the other program that has a save open; None if there is none, or no such save."""
        try:
            return holder_of(self.path(name))
        except BadFile:  # a save that is gone
            return None

    def claim(self, name: str, *, take_over: bool = False) -> None:
        """Lock a save. Raises BadFile, and Held if another program has it open, unless `take_over`."""
        path = self._existing(name)
        with refusing(UNWRITABLE, path):
            self._tokens[path] = claim(path, take_over=take_over)

    def release(self, name: str) -> None:
        """Unlock a save, if this store has locked it."""
        path = self.folder / (name + SUFFIX)
        token = self._tokens.pop(path, None)
        if token is not None:
            release(path, token)

    def _make_ours(self, path: Path) -> None:
        """Lock a save before writing. Raises BadFile, or Elsewhere if another program has it open or has changed it."""
        token = self._tokens.get(path)
        if token is None or not owns(path, token):
            with refusing(UNWRITABLE, path):
                self._tokens[path] = claim(path)
        if signature(path) not in (None, self._known.get(path)):
            self.release(path.stem)
            changed = N_("{name} has been changed by another program; your race was not saved over it.")
            raise Elsewhere(changed, name=shown(path.stem))

    def read(self, name: str) -> saved_race.SavedRace:
        """Return the saved race called `name`. Raises BadFile if there is no such save or it cannot be used."""
        from heat_tui.store.save_reading import read_save_file

        path = self._existing(name)
        before = signature(path)
        saved = read_save_file(path)
        self._known[path] = before
        return saved

    def has_changed(self, name: str) -> bool:
        """Return whether a save has been changed or removed since this store read or wrote it."""
        path = self.folder / (name + SUFFIX)
        return signature(path) != self._known.get(path)

    def list(self) -> ListedSaves:
        """Return all saves: the sound ones, latest change first, then the files that cannot be used, by name.

        An outdated index is replaced, or removed if the new one would be too short (`MANY`). Raises BadFile if the
        folder is unreadable.
        """
        known, seen = read_index(self.folder), dict[Version, SaveInfo]()
        sound: list[SaveInfo] = []
        unsound: list[BadSave] = []
        for path in self.files():
            version = version_of(path)
            info = known.get(version) if version else None
            if info is None:
                from heat_tui.store.save_reading import info_of

                try:
                    info = info_of(path)
                except BadFile as refusal:
                    unsound.append(BadSave(path.stem, str(refusal)))
                    continue
            if version:
                seen[version] = info
            sound.append(info)
        if seen != known:
            write_index(self.folder, seen)
        sound.sort(key=lambda info: (info.changed, info.name), reverse=True)
        return [*sound, *unsound]

    def glance(self) -> Glance | None:
        """Return a glance at the unfinished race changed last, of those with a person if there are any, or None.

        This is quick, because pydantic is not loaded; only a glance's facts are checked, and unsound files are skipped.
        Raises BadFile as `list` does.
        """
        known, glances = read_index(self.folder), list[Glance | None]()
        for path in self.files():
            version = version_of(path)
            info = known.get(version) if version else None
            glances.append(glance_at(path) if info is None else None if info.finished else info)
        return max(
            filter(None, glances),
            key=lambda glance: ("person" in glance.controllers, glance.changed, glance.name),
            default=None,
        )

    def delete(self, name: str) -> None:
        """Delete a save, sound or not. Raises BadFile if it does not exist, is open elsewhere or cannot be deleted."""
        path = self._unlocked(name)
        refused = N_("{file}: it cannot be deleted ({reason}); check the permissions of its folder.")
        with refusing(refused, path):
            path.unlink()
        for draft in (*self.folder.glob(f".{escape(path.name)}.*{DRAFT}"), lock_of(path)):
            with suppress(OSError):  # another user's, or gone by now
                draft.unlink()

    def rename(self, name: str, new: str) -> str:
        """Rename a save to a free name made from `new`, unless that is its name; return the name. Raises BadFile."""
        if not saved_race.name_from([new], ""):
            raise BadFile(saved_race.NAMELESS, name=shown(new))
        if saved_race.name_from([new]) == self._existing(name).stem:
            return name
        path = self._unlocked(name)
        refused = N_("{file}: this file cannot be renamed ({reason}); check the permissions of its folder.")
        with self._free_name(new) as free, refusing(refused, path):
            path.rename(self.path(free))
        return free

    def export(self, name: str, path: Path) -> Path:
        """Verify a save and copy it to a file, or into a folder under its own name; return the file.

        Raises BadFile, including when the file already exists.
        """
        from heat_tui.store.save_reading import sound_text

        text = sound_text(self._existing(name))
        return write_new(path / (name + SUFFIX) if os.path.isdir(path) else path, text)

    def import_(self, path: Path) -> saved_race.SavedRace:
        """Copy a sound save into the folder under a free name made from its file name; return it. Raises BadFile."""
        from heat_tui.store.save_reading import sound_text

        text = sound_text(path)
        with self._free_name(path.stem) as name:
            self._write(self.path(name), text)
        return self.read(name)

    @contextmanager
    def _free_name(self, *parts: str) -> Iterator[str]:
        """Yield a free name, locked for the duration of the block."""
        name = self.claim_free(*parts)
        try:
            yield name
        finally:
            self.release(name)

    def _write(self, path: Path, text: str) -> None:
        with refusing(UNWRITABLE, path):
            write_whole(path, text)

    def _unlocked(self, name: str) -> Path:
        """Unlock a save that no other program has open, and return its file. Raises BadFile."""
        path = self._existing(name)
        holder = holder_of(path)
        if holder is not None:
            raise Held(name, holder)
        self.release(name)
        return path

    def _existing(self, name: str) -> Path:
        path = self.path(name)
        if not os.path.lexists(path):
            raise self._unknown(name)
        return path

    def files(self) -> tuple[Path, ...]:
        """Return the files with the suffix of a save, sorted. Raises BadFile if the folder cannot be read."""
        refused = N_(
            "{file}: the folder of saved races cannot be read ({reason}); check that it is a folder that you may read."
        )
        with refusing(refused, self.folder), suppress(FileNotFoundError):
            return tuple(sorted(path for path in self.folder.iterdir() if path.suffix == SUFFIX))
        return ()

    def _unknown(self, name: str) -> BadFile:
        known = [path.stem for path in self.files() if saved_race.is_name(path.stem)]
        unknown = N_("No saved race is called {name}; no races are saved yet.")
        if known:
            unknown = N_("No saved race is called {name}{hint}; the saved races are {known}.")
        if len(known) > _NAMES_SHOWN:
            unknown = N_("No saved race is called {name}{hint}; the saved races include {known}.")
        hint, some = suggestion(name, known), row(known[:_NAMES_SHOWN])
        return BadFile(unknown, name=shown(name), hint=hint, known=some)


def player_saves() -> SaveStore:
    """Return the player's own saved races, with their book."""
    return SaveStore(saves_folder(), book=book_file())
