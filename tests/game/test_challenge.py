"""Every possible race can be restored from its code, typing errors are noticed, and every day has its race."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from heat_tui.drivers.kinds import CONTROLLERS
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.setup import challenge
from heat_tui.game.setup.challenge import (
    CODED_CONTROLLERS,
    FORMAT,
    LONGEST_RIVAL,
    WALKOVERS,
    Challenge,
    code_of,
    digest,
    options_of,
    race_of_day,
    read_code,
    read_day,
)
from heat_tui.game.setup.options import (
    CODED,
    DRAFTS,
    LEVELS,
    MOST_CARS,
    MOST_LAPS,
    MOST_PRO,
    RACE,
    RACE_FORM,
    RULES,
    SET_CHOICES,
    TABLE,
    Options,
    Seat,
)
from heat_tui.game.setup.race_options import MOST_SEED, barred_in, race_setup
from heat_tui.store.codes import LETTERS
from heat_tui.store.saved_race import RULES_VERSION, Target
from heat_tui.store.schema import Refused, with_values
from heat_tui.store.tracks import BOARDS, BUILT_IN_IDS, load_track, save_track

ADA = Target(name="Ada", place=2, rounds=14)
RACED = race_setup(Options(track="italy", seats=(Seat("Bo"), Seat("Steady")), legends=2, weather=True, seed=123456789))
CODE = code_of(RACED, ("person", "steady"), ADA)
BARE = code_of(race_setup(Options(track="usa", seats=(Seat("Bo"),), seed=7)), ("person",)).replace("-", "")


def refusal(code: str) -> str:
    """Return the sentence that refuses a code."""
    with pytest.raises(Refused) as caught:
        read_code(code)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def unnamed(setup: RaceSetup) -> RaceSetup:
    """Reset the parts that no code contains (names, colours, table aids, options without effect); return the setup."""
    handicap = setup.handicap if any(setup.handicap) else ()
    laps = None if setup.laps == setup.track.laps else setup.laps
    return replace(
        setup, seats=("?",) * len(setup.seats), colours=(), memory_aid=True, coach=True, laps=laps, handicap=handicap
    )


NAMES = st.text(
    st.characters(exclude_categories=("C", "Z"), exclude_characters="`@"), min_size=1, max_size=LONGEST_RIVAL
)
TARGETS = st.none() | st.builds(Target, name=NAMES, place=st.integers(1, 8), rounds=st.integers(1, 1000))


@st.composite
def races(draw: st.DrawFn) -> tuple[RaceSetup, tuple[str, ...]]:
    """Draw any race that the options can make on a built-in track."""
    drivers = draw(st.integers(1, MOST_CARS))
    controllers = tuple(draw(st.lists(st.sampled_from(CONTROLLERS), min_size=drivers, max_size=drivers)))
    track = draw(st.sampled_from(BUILT_IN_IDS))
    options = Options(
        track=track,
        seats=tuple(Seat(f"Driver {n}", handicap=draw(st.integers(0, 2))) for n in range(drivers)),
        legends=draw(st.integers(0, MOST_CARS - drivers)),
        laps=draw(st.none() | st.integers(1, MOST_LAPS)),
        garage=draw(st.sampled_from([*LEVELS])),
        draft=draw(st.sampled_from([*DRAFTS])),
        pro=draw(st.integers(0, MOST_PRO)),
        seed=draw(st.integers(0, MOST_SEED)),
    )
    switches = {name: draw(st.booleans()) for name in CODED if RACE[name].is_switch}
    options = with_values(options, {"sets": draw(st.sampled_from([*SET_CHOICES])), **switches})
    if options.draft == "deal" and options.garage == "advanced":
        options = replace(options, draft=None)
    try:
        return race_setup(with_values(options, dict.fromkeys(barred_in(options, load_track(track))))), controllers
    except Refused as reason:  # too many drivers for the upgrades in play: nobody can race it
        if "upgrades" not in str(reason):
            raise
        reject()


@pytest.mark.long
@given(races(), TARGETS)
def test_any_race_is_restored_from_its_code(race: tuple[RaceSetup, tuple[str, ...]], target: Target | None) -> None:
    setup, controllers = race
    code = code_of(setup, controllers, target)
    found = read_code(code)
    assert found.target == target
    assert tuple(found.options.controllers) == controllers
    assert unnamed(found.setup) == unnamed(setup)
    assert found.code == code
    assert all(name in CODED or name in ("track", "seats", "seed") for name in vars_said(found.options))


def test_a_code_of_a_race_with_too_many_cars_is_refused() -> None:
    race = race_setup(Options(track="usa", seats=(Seat("Ada"),), legends=3, seed=1))
    crowded = replace(race, seats=tuple(f"Driver {number}" for number in range(MOST_CARS)))
    assert "cars" in refusal(code_of(crowded, ["person"] * MOST_CARS))


def vars_said(options: Options) -> list[str]:
    """Return the names of the options that differ from their defaults."""
    return [name for name in RACE if getattr(options, name) != RACE[name].default]


def test_every_option_of_the_rules_is_in_the_code() -> None:
    lacking = {*RULES, *RACE_FORM} - {"preset", *TABLE} - {*CODED}
    assert not lacking, f"rows of game/setup/options.py that need a `code`, from {len(CODED)} on: {lacking}"
    assert {*CODED} <= {*RULES, *RACE_FORM, "legends"} - {"preset", *TABLE}
    bits = {name: RACE[name].code for name in CODED}
    assert [*bits.values()] == [*range(len(bits))], f"every `code` is the next free bit: {bits}"


PINNED = {
    "1320-09SA-RJM2-0": "usa, person; legends=3, seed=175253",
    "1348-14JR-X718-GN": "italy, person steady; legends=2, weather, seed=584581",
    "1360-4CH9-H4A2-TT10-N2": "france, person; legends=3, garage=basic, draft=deal, pro=2, seed=46913",
    "138R-38S5-226V-4QD0-XV": (
        "great_britain, person champion gambler shadow; legends=1, tournament, mulligan, seed=445165"
    ),
    "13AG-1AD4-F9TA-P0T0": "japan, person steady miser; legends=2, garage=both, weather, seed=685398",
    "13CG-3EZD-4CAC-1JZ4-4F": (
        "mexico, person champion cautious; legends=2, garage=both, draft=snake, "
        "sets=base+heavy_rain+tunnel_vision, weather, tournament, aggressive, seed=531193"
    ),
    "13F0-38RG-4XVX-0GGK": "spain, person champion gambler shadow novice; legends=3, seed=491016",
    "1348-14JH-TXWS-2PW8-4810-0B1": "italy, person steady; legends=2, weather, seed=123456789; Ada 2 14",
    "13AG-0J2R-QZF4-4RMD-07ZZ-ZZZZ-ZZZZ-ZFZX-GZD3-WGQ2-0148-F54N-4GJ0-YY": (
        "japan, person- person-- chance; legends=2, laps=1, garage=both, draft=snake, "
        "sets=base+heavy_rain+tunnel_vision, weather, tournament, aggressive, pro=6, mulligan, retire, "
        "seed=9223372036854775807; Zoë d'Été 8 99"
    ),
    "13C1-5H11-6000-AM": "mexico, novice; garage=advanced, draft=snake, sets=base+tunnel_vision, seed=0",
}
"""Published codes and their meaning, which is fixed as long as `FORMAT` and the version of the rules stay the same."""


def test_published_codes_keep_their_meaning_permanently() -> None:
    assert (FORMAT, RULES_VERSION) == (1, 3)
    for code, words in PINNED.items():
        assert said(read_code(code)) == words, code


def said(found: Challenge) -> str:
    """Return a challenge in the words of `PINNED`."""
    options = found.options
    seats = [f"{seat.controller}{'-' * seat.handicap}" for seat in options.seats]
    values = {name: getattr(options, name) for name in vars_said(options) if name not in ("track", "seats")}
    values = {name: "+".join(value) if isinstance(value, tuple) else value for name, value in values.items()}
    rest = [name if value is True else f"{name}={value}" for name, value in values.items()]
    aim = "" if found.target is None else f"; {found.target.name} {found.target.place} {found.target.rounds}"
    return f"{options.track}, {' '.join(seats)}; {', '.join(rest)}{aim}"


def test_the_built_in_tracks_are_unchanged_since_codes_were_made() -> None:
    assert tuple(name for name in BUILT_IN_IDS if name in BOARDS) == BOARDS
    assert {name: digest(load_track(name)) for name in BOARDS} == DIGESTS


DIGESTS = {
    "usa": 1153603,
    "italy": 14424243,
    "france": 618558,
    "great_britain": 9233746,
    "japan": 15491787,
    "mexico": 1851924,
    "spain": 4199707,
    "netherlands": 11152374,
}
"""The digests of the built-in tracks. If one changes, old codes start another race, so raise the rules version."""


def test_case_spaces_and_hyphens_do_not_matter() -> None:
    found = read_code(CODE)
    assert found.target == ADA
    spelt = [CODE.lower(), CODE.replace("-", ""), CODE.replace("-", "  "), CODE.replace("-", "\u2013"), f"  {CODE}\n"]
    spelt += [CODE.replace("0", "O").replace("1", "I"), CODE.replace("0", "o").replace("1", "l")]
    spelt += ["".join(chr(ord(each) + 0xFEE0) for each in CODE), CODE.replace("-", "ー")]
    for text in spelt:
        assert read_code(text) == found, text


@pytest.mark.parametrize("code", [CODE, BARE, race_of_day(date(2026, 11, 22)).code])
def test_no_wrong_character_and_no_swap_of_neighbours_goes_unnoticed(code: str) -> None:
    letters = code.replace("-", "")
    wrong = [
        letters[:place] + other + letters[place + 1 :]
        for place, letter in enumerate(letters)
        for other in LETTERS
        if other != letter
    ]
    swapped = [
        letters[: place - 1] + two + one + letters[place + 1 :]
        for place, (one, two) in enumerate(pairwise(letters), start=1)
        if one != two
    ]
    for text in (*wrong, *swapped):
        assert "typing error" in refusal(text), text


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "No code was typed"),
        (" - - ", "No code was typed"),
        ("1", "typing error"),
        ("0000", "format 0"),
        (CODE[:-1], "typing error"),
        (CODE + "7", "typing error"),
        (CODE[:-5], "typing error"),
        ("U" + CODE[1:], '"U" in group 1 (U'),
        (CODE[:-1] + "!", '"!" in group'),
        ("\x1b[31m" + CODE, "cannot be in a code"),
        ("A" * 10_000, "too long"),
        ("Ⅷ" * 8, "cannot be in a code"),
    ],
)
def test_text_that_is_not_a_code_is_refused_in_a_sentence(code: str, words: str) -> None:
    assert words in refusal(code)
    assert "\x1b" not in refusal(code)


def made(bits: str, *, number: int = FORMAT) -> str:
    """Return the code that these bits make, with the right checksum."""
    bits += "0" * (-len(bits) % 5)
    symbols = [number, *(int(bits[start : start + 5], 2) for start in range(0, len(bits), 5))]
    return "".join(LETTERS[each] for each in (*symbols, *challenge._checksum(symbols)))


def test_codes_of_other_versions_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "has format 2" in refusal(made("0" * 40, number=2))
    assert "update the game" in refusal(made("0" * 40, number=2))
    assert "ask for a new code" in refusal(made("0" * 40, number=0))
    monkeypatch.setattr(challenge, "RULES_VERSION", RULES_VERSION + 1)
    newer = code_of(RACED, ("person", "steady"))
    assert "ask for a new code" in refusal(CODE)
    monkeypatch.undo()
    assert f"version {RULES_VERSION + 1} of the rules" in refusal(newer)
    assert "update the game" in refusal(newer)


def test_an_option_kind_or_track_of_a_later_version_is_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    laps = race_setup(Options(track="netherlands", seats=(Seat("Bo"), Seat("Club")), laps=20))
    code = code_of(laps, ("person", "club"))
    assert read_code(code).options.laps == 20
    for name, fewer in (("BOARDS", BOARDS[:-1]), ("CODED_CONTROLLERS", CODED_CONTROLLERS[:-1]), ("CODED", CODED[:1])):
        with monkeypatch.context() as patch:
            patch.setattr(challenge, name, fewer)
            assert "update the game" in refusal(code), name


@given(st.text("01", max_size=120))
def test_any_code_with_a_right_checksum_is_read_or_refused(bits: str) -> None:
    rules = f"0{RULES_VERSION:04b}"
    try:
        found = read_code(made(rules + bits))
    except Refused:
        assert refusal(made(rules + bits))
    else:
        assert read_code(found.code) == found


def test_an_impossible_seed_is_refused() -> None:
    bits = f"0{RULES_VERSION:04b}" + challenge._number(1, 3) + "000" + challenge._number(0, 3) + "0"
    assert "typing error" in refusal(made(bits + challenge._number(0, 4) + challenge._number(MOST_SEED + 1, 10) + "0"))


def test_the_code_of_a_players_own_track_asks_for_the_track(home: Path) -> None:
    own = replace(load_track("usa"), id="hill_7", name="Hill")
    code = code_of(RaceSetup(own, ("Ada",), seed=5), ("person",))
    assert 'The track "hill_7" of this code is missing' in refusal(code)
    assert "heat-tui tracks import FILE" in refusal(code)
    save_track(replace(own, heat=own.heat + 1))
    assert 'Your track "hill_7" is not the one in this code' in refusal(code)
    save_track(replace(own, id="hill_8"))
    assert read_code(code).options.track == "hill_8"
    save_track(own, replace=True)
    assert read_code(code).setup == RaceSetup(own, ("Player 1",), seed=5)


def test_the_code_of_a_race_on_an_older_drawing_of_a_track_asks_for_it(home: Path) -> None:
    older = replace(load_track("usa"), stress=9)
    assert 'Your track "usa" is not the one in this code' in refusal(code_of(RaceSetup(older, ("Ada",)), ("person",)))


def test_a_name_too_long_for_a_code_is_cut() -> None:
    code = code_of(RACED, ("person", "steady"), replace(ADA, name="Wolfgang Amadeus Mozart"))
    assert read_code(code).target == replace(ADA, name="Wolfgang Amadeus")
    assert read_code(code_of(RACED, ("person", "steady"), replace(ADA, name="@`"))).target == replace(ADA, name="-'")


def test_codes_are_short() -> None:
    assert len(race_of_day(date(2026, 11, 16)).code.replace("-", "")) == 13
    assert len(CODE.replace("-", "")) <= 26


def test_the_options_of_a_race_list_only_what_is_not_the_default() -> None:
    options = options_of(RACED, ("person", "steady"))
    assert vars_said(options) == ["track", "seats", "legends", "weather", "seed"]
    assert [seat.name for seat in options.seats] == ["Player 1", "Steady"]
    named = Challenge(options, ADA).driven_by([Seat("Bo")])
    assert [seat.name for seat in named.options.seats] == ["Bo", "Steady"]
    assert named.persons == 1
    automated = Challenge(options_of(RACED, ("steady", "steady")), None)
    with pytest.raises(Refused, match="No people drive in this race; leave the names out"):
        automated.driven_by([Seat("Bo")])


def test_every_day_has_a_race_that_everybody_can_start() -> None:
    first = date(2026, 11, 16)
    days = [first + timedelta(days) for days in range(56)]
    races = [race_of_day(day) for day in days]
    assert len({each.code for each in races}) == len(days)
    assert len({(each.options.track, day.weekday()) for each, day in zip(races, days, strict=True)}) == len(days)
    for race in races:
        assert race.persons == 1
        assert race.options.seats[0].controller == "person"
        assert read_code(race.code) == race
        assert race.options.track not in WALKOVERS or len(race.options.seats) > 1
    assert races[0] == race_of_day(first)


def test_the_race_of_a_day_does_not_change() -> None:
    assert {day: race_of_day(date(2026, 11, day)).code for day in range(16, 23)} == WEEK


WEEK = {
    16: "1320-09SA-RJM2-0",
    17: "1348-14JR-X718-GN",
    18: "1360-4CH9-H4A2-TT10-N2",
    19: "138R-38S5-226V-4QD0-XV",
    20: "13AG-1AD4-F9TA-P0T0",
    21: "13CG-3EZD-4CAC-1JZ4-4F",
    22: "13F0-38RG-4XVX-0GGK",
}
"""The codes of a week by day of November 2026. If one changes, raise `FORMAT`."""


def test_a_date_is_read_in_its_international_format() -> None:
    assert read_day("2026-11-22") == read_day("２０２６－１１－２２") == date(2026, 11, 22)
    for text in ("", "22.11.2026", "2026-13-01", "tomorrow", "\x1b[1m"):
        with pytest.raises(Refused, match="is not a date; write year, month and day, such as 2026-11-22"):
            read_day(text)
