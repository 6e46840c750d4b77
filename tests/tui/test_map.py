"""The map: what is drawn, what is repainted, and the meaning of clicks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.color import Color

from heat_tui import language
from heat_tui.drawing.geometry import Heading
from heat_tui.drawing.road import Material
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.legends import Legends
from heat_tui.store.settings import Settings
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from heat_tui.tui.look import Look
from heat_tui.tui.track.ground import AsciiGround, RibbonGround
from heat_tui.tui.track.map import MapKey, TrackMap
from heat_tui.tui.track.marks import Marks
from heat_tui.tui.track.road_colours import DARK
from heat_tui.tui.track.scene import CarMark, Landing, Scene, TrailMark, printed_scene, scene_of
from tests.places import loop
from tests.tui.drawings import ASCII, STILL, a_scene, drawings, refreshed, text_of


def cells_of(road: TrackMap, spot: tuple[int, int]) -> str:
    """Return the text drawn on a spot."""
    assert road.ground is not None
    place = road.ground.chart.spots[spot]
    return road.render_line(place.cell[1]).text[place.left : place.left + place.room]


@pytest.mark.long
@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
async def test_cars_landings_limits_and_the_flag_are_on_the_ribbon(track_id: str) -> None:
    async with drawings(a_scene(track_id)) as (_pilot, drawn):
        road = drawn.map
        scene = road.scene
        assert isinstance(road.ground, RibbonGround)
        for car in scene.cars:
            assert cells_of(road, (car.space, car.spot)).strip(" ◄►▲▼") == str(car.number)
        assert cells_of(road, (32, 0)).strip() == "a"
        assert cells_of(road, (34, 0)).strip() == "b!"
        text = "\n".join(text_of(road))
        changed = scene.track.corners[1].limit
        assert f"{changed}→{changed - 1}" in text
        assert "▚▚" in text
        assert all(f" {limit} " in f"{text}\n".replace("\n", " \n") for n, limit in enumerate(scene.limits) if n != 1)


async def test_a_car_shows_its_heading() -> None:
    async with drawings(a_scene()) as (_pilot, drawn):
        assert cells_of(drawn.map, (30, 0)).strip() == "◄1"
        assert cells_of(drawn.map, (8, 0)).strip() == "8▼"


async def test_a_step_of_a_car_repaints_only_the_rows_of_two_spots() -> None:
    async with drawings(a_scene()) as (pilot, drawn):
        scene = drawn.map.scene
        calls = refreshed(drawn.map)
        moved = replace(scene.cars[0], space=29)
        drawn.map.scene = replace(scene, cars=(moved, *scene.cars[1:]))
        assert len(calls) == 1
        assert drawn.map.ground is not None
        spots = drawn.map.ground.chart.spots
        assert {region.y for region in calls[0]} == {spots[space, moved.spot].cell[1] for space in (29, 30)}
        await pilot.pause()
        assert cells_of(drawn.map, (29, 0)).strip() == "◄1"
        assert cells_of(drawn.map, (30, 0)).strip() == "•"


async def test_a_step_of_the_focus_car_repaints_little_more() -> None:
    async with drawings(a_scene()) as (_pilot, drawn):
        scene = drawn.map.scene
        calls = refreshed(drawn.map)
        cars = tuple(replace(car, space=28) if car.number == 4 else car for car in scene.cars)
        drawn.map.scene = replace(scene, cars=cars)
        assert len(calls) == 1
        assert calls[0]
        assert len(calls[0]) < drawn.map.size.height / 3


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    [
        {"trail": ()},
        {"landings": ()},
        {"reach": frozenset()},
        {"focus": 1},
        {"cursor": (50, 1)},
        {"limits": (7, 3, 3, 2)},
        {"cars": ()},
    ],
    ids=str,
)
@pytest.mark.parametrize("settings", [STILL, ASCII], ids=["unicode", "ascii"])
async def test_a_partial_repaint_covers_all_changes(change: dict[str, object], settings: Settings) -> None:
    """After a partial repaint, the map looks exactly like a newly drawn one."""

    async with drawings(a_scene(), size=(80, 40), settings=settings) as (pilot, drawn):
        before = [drawn.map.render_line(row) for row in range(drawn.map.size.height)]
        calls = refreshed(drawn.map)
        drawn.map.scene = replace(drawn.map.scene, **change)  # type: ignore[arg-type]
        assert len(calls) == 1
        after = [drawn.map.render_line(row) for row in range(drawn.map.size.height)]
        await pilot.pause()
        drawn.map.redraw()
        assert after == [drawn.map.render_line(row) for row in range(drawn.map.size.height)]
        rows = {region.y for region in calls[0]}
        assert rows >= {row for row, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
        touched = {(x, region.y) for region in calls[0] for x in range(region.x, region.right)}
        for row, (old, new) in enumerate(zip(before, after, strict=True)):
            for column in range(drawn.map.size.width):
                if (column, row) not in touched:
                    assert list(old.crop(column, column + 1)) == list(new.crop(column, column + 1))


async def test_an_equal_scene_repaints_nothing() -> None:
    async with drawings(a_scene()) as (_pilot, drawn):
        calls = refreshed(drawn.map)
        drawn.map.scene = a_scene()
        assert calls == []


async def test_another_track_repaints_everything() -> None:
    async with drawings(a_scene()) as (_pilot, drawn):
        calls = refreshed(drawn.map)
        drawn.map.scene = a_scene("italy")
        assert calls == [()]


async def test_a_click_selects_the_spot() -> None:
    async with drawings(a_scene(), size=(84, 40)) as (pilot, drawn):
        assert drawn.map.ground is not None
        for spot in ((30, 0), (12, 1), (69, 0)):
            await pilot.click(TrackMap, offset=drawn.map.ground.chart.spots[spot].cell)
        await pilot.click(TrackMap, offset=(60, 20))
        assert drawn.clicked == [(30, 0), (12, 1), (69, 0)]
        await pilot.hover(TrackMap, offset=drawn.map.ground.chart.spots[30, 1].cell)
        assert drawn.map.tooltip == "space 30, off spot"
        await pilot.hover(TrackMap, offset=(60, 20))
        assert drawn.map.tooltip is None


async def test_the_countdown_is_on_empty_off_spots() -> None:
    async with drawings(a_scene()) as (_pilot, drawn):
        drawn.map.counts = True
        assert cells_of(drawn.map, (33, 1)).strip() == "0"
        assert cells_of(drawn.map, (20, 1)).strip() == "13"
        assert cells_of(drawn.map, (30, 1)).strip() == "◄2"
        drawn.map.counts = False
        assert cells_of(drawn.map, (33, 1)).strip() in ("·", "")


@pytest.mark.parametrize(("settings", "colour"), [(ASCII, True), (ASCII, False), (STILL, False)])
async def test_without_colour_or_unicode_the_glyphs_show_everything(settings: Settings, colour: bool) -> None:
    async with drawings(a_scene(), settings=settings, colour=colour) as (_pilot, drawn):
        road = drawn.map
        assert isinstance(road.ground, AsciiGround)
        text = "\n".join(text_of(road))
        arrows, line, legends, start, change = (
            ("<>^v", "#", ":", "=", ">") if settings is ASCII else ("◄►▲▼", "█", "┊", "▚", "→")
        )
        if settings is ASCII:
            for widget in drawn.all:
                assert "\n".join(text_of(widget)).isascii()
        for car in road.scene.cars:
            assert cells_of(road, (car.space, car.spot)).strip(" " + arrows) == str(car.number)
        assert cells_of(road, (32, 0)).strip() == "a"
        assert cells_of(road, (34, 0)).strip() == "b!"
        assert all(sign in text for sign in (line, legends, start, f"3{change}2"))
        assert all((f" {limit} " if colour else f"<{limit}>") in text.replace("\n", " \n") for limit in (7, 2))
        if not colour:
            assert cells_of(road, (29, 0)).strip() == "o"
            assert cells_of(road, (24, 0)).strip() == "*", "not like the letter of a landing"


async def test_no_cell_has_a_colour_without_colour() -> None:
    async with drawings(a_scene(), colour=False) as (_pilot, drawn):
        ground = {each for each in (drawn.map.rich_style.color, drawn.map.rich_style.bgcolor) if each is not None}
        for widget in drawn.all:
            for row in range(widget.size.height):
                for segment in widget.render_line(row):
                    assert segment.style is not None
                    assert {segment.style.color, segment.style.bgcolor} - {None} <= ground


async def test_every_cell_has_a_style() -> None:
    async with drawings(a_scene("spain"), size=(91, 33)) as (_pilot, drawn):
        for widget in drawn.all:
            for row in range(widget.size.height + 2):
                strip = widget.render_line(row)
                assert strip.cell_length == widget.size.width
                assert all(segment.style is not None for segment in strip)


async def test_black_and_grey_cars_and_the_focus_car_have_an_edge() -> None:
    async with drawings(a_scene()) as (_pilot, drawn):
        assert drawn.map.ground is not None

        def backs(spot: tuple[int, int]) -> set[Color]:
            assert drawn.map.ground is not None
            place = drawn.map.ground.chart.spots[spot]
            strip = drawn.map.render_line(place.cell[1]).crop(place.left, place.left + place.room)
            return {
                Color.from_rich_color(segment.style.bgcolor)
                for segment in strip
                if segment.style is not None and segment.style.bgcolor is not None
            }

        assert len(backs((30, 0))) == 1
        assert Color.parse("#ffffff") in backs((24, 1))
        assert len(backs((27, 0))) == 2


async def test_the_map_adapts_to_look_and_size() -> None:
    async with drawings(a_scene()) as (pilot, drawn):
        assert isinstance(drawn.map.ground, RibbonGround)
        dark = drawn.map.render_line(0)
        drawn.heat.apply(replace(STILL, theme="light"))
        await pilot.pause()
        assert drawn.map.render_line(0) != dark
        drawn.heat.apply(ASCII)
        await pilot.pause()
        assert isinstance(drawn.map.ground, AsciiGround)
        drawn.heat.apply(STILL)
        await pilot.resize_terminal(160, 50)
        await pilot.pause()
        assert isinstance(drawn.map.ground, RibbonGround)
        assert (drawn.map.ground.chart.width, drawn.map.ground.chart.height) == drawn.map.size


@pytest.mark.long
@pytest.mark.parametrize(
    ("settings", "colour"),
    [(STILL, True), (STILL, False), (ASCII, True)],
)
async def test_no_size_is_too_small(settings: Settings, colour: bool) -> None:
    sizes = [(1, 1), (2, 9), (39, 30), (80, 9), (40, 20), (11, 40), (200, 60), (20, 5), (120, 40)]

    async with drawings(a_scene("spain"), settings=settings, colour=colour) as (pilot, drawn):
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for widget in drawn.all:
                for row in range(widget.size.height):
                    assert widget.render_line(row).cell_length == widget.size.width
            drawn.map.scene = replace(drawn.map.scene, focus=1 if drawn.map.scene.focus == 4 else 4)


async def test_the_strip_replaces_the_map_in_a_low_box_and_below_that_a_message_does() -> None:
    async with drawings(a_scene(), size=(80, 16)) as (pilot, drawn):
        assert drawn.map.ground is None
        assert drawn.map.size.height == 8
        assert text_of(drawn.map)[2:6] == text_of(drawn.strip)
        await pilot.click(TrackMap, offset=(1, 3))
        assert drawn.clicked == [(24, 0)]
        await pilot.resize_terminal(80, 11)
        await pilot.pause()
        assert "Too small for the map." in text_of(drawn.map)


async def test_a_message_in_wide_letters_is_cut_by_cells() -> None:
    async with drawings(a_scene(), size=(80, 16)) as (_pilot, drawn):
        width, middle = drawn.map.size.width, drawn.map.size.height // 2
        for words in ("小", "小さい" * 40, "あ" + "a" * 200):
            shown = "".join(each for each, _style in drawn.map.hint(words, middle))
            assert cell_len(shown) == min(cell_len(words), width)


async def test_of_two_cars_on_one_spot_the_passing_one_is_shown() -> None:
    scene = a_scene()
    cars = (CarMark(1, "red", 30, 0), CarMark(4, "yellow", 30, 0), CarMark(2, "blue", 30, 0))

    async with drawings(replace(scene, cars=cars, landings=())) as (_pilot, drawn):
        assert cells_of(drawn.map, (30, 0)).strip() == "◄4"


async def test_landings_on_one_spot_and_on_a_car_share_its_room() -> None:
    scene = a_scene()
    landings = (Landing("a", 30, 0), Landing("b", 33, 0), Landing("c", 33, 0))

    async with drawings(replace(scene, landings=landings)) as (_pilot, drawn):
        assert cells_of(drawn.map, (30, 0)).strip() == "1a"
        assert "bc".startswith(cells_of(drawn.map, (33, 0)).strip())


@pytest.mark.point("N12")
async def test_a_spin_out_is_marked_even_on_a_shared_spot() -> None:
    """The exclamation mark follows a landing that spins out and is never cut; the car on the spot stays on the map."""
    scene = a_scene()
    landings = (
        Landing("a", 30, 0, spins=True),
        Landing("b", 33, 0),
        Landing("c", 33, 0),
        Landing("d", 33, 0, spins=True),
        Landing("x", 33, 0),
    )

    async with drawings(replace(scene, landings=landings)) as (_pilot, drawn):
        assert cells_of(drawn.map, (30, 0)).strip() in ("1!", "1a!")
        assert cells_of(drawn.map, (33, 0)).strip() in ("d!", "xd!")


@pytest.mark.parametrize(("room", "shown"), [(1, "a"), (2, "a!"), (3, "ax!")])
def test_the_first_of_several_spin_outs_on_a_spot_is_named(room: int, shown: str) -> None:
    """The choice on the screen and the coach's best come before the coach's other choices."""
    landings = tuple(Landing(label, 33, 0, spins=True) for label in "axy")
    glyphs = Marks(replace(a_scene(), landings=landings), Look()).at((33, 0), Heading.RIGHT, room)
    assert glyphs is not None
    assert "".join(text for text, _style in glyphs) == shown


async def test_the_trail_has_the_colour_of_its_car() -> None:
    scene = replace(a_scene(), cars=(), trail=(TrailMark(60, 1, "green"),))

    async with drawings(scene) as (_pilot, drawn):
        assert drawn.map.ground is not None
        column, row = drawn.map.ground.chart.spots[60, 1].cell
        (segment,) = drawn.map.render_line(row).crop(column, column + 1)
        assert segment.text == "•"
        assert segment.style is not None
        assert segment.style.color is not None
        assert Color.from_rich_color(segment.style.color) == Color.parse(drawn.map.marks.look.car_colour("green"))


async def test_a_flooded_tunnel_has_the_sign_of_a_tunnel_in_the_key() -> None:
    scene = a_scene("spain")
    scene = replace(scene, track=replace(scene.track, flooded=(17, 18, 25)))

    async with drawings(scene, settings=ASCII) as (pilot, drawn):
        await drawn.mount(MapKey(scene))
        await pilot.pause()
        assert "~ flooded  ^ tunnel" in " ".join(text_of(drawn.query_one(MapKey)))


def test_a_scene_can_be_assigned_before_the_map_is_on_the_screen() -> None:
    road = TrackMap(a_scene())
    other: Scene = a_scene("italy")
    road.scene = other
    assert road.scene is other


@pytest.mark.long
@pytest.mark.parametrize("settings", [STILL, ASCII], ids=["unicode", "ascii"])
async def test_legends_lines_are_drawn_only_in_races_with_legends(settings: Settings) -> None:
    setup = RaceSetup(load_track("usa"), ("Ada", "Bo"))
    gold = {Color(*DARK.materials[Material.LEGENDS]), Color.parse("#e8bd50")}
    for legends, modules in ((True, (Legends(1),)), (False, ())):
        scene = replace(scene_of(Race.start(replace(setup, modules=modules)).view(None)), cars=())
        async with drawings(scene, settings=settings) as (pilot, drawn):
            await drawn.mount(key := MapKey(scene))
            await pilot.pause()
            for widget in (drawn.strip, drawn.lap):
                rows = text_of(widget)
                assert ("L" in rows[0], any(sign in rows[1] for sign in ":┊")) == (legends, legends)
            styles = (segment.style for row in range(drawn.map.size.height) for segment in drawn.map.render_line(row))
            inks = {colour for style in styles if style for colour in (style.color, style.bgcolor) if colour}
            assert bool(gold & {Color.from_rich_color(each) for each in inks}) is legends
            assert ("legends line" in "\n".join(text_of(key))) is legends


async def test_the_key_names_the_only_corner_in_a_language_without_plurals() -> None:
    language.use("ja")
    try:
        async with drawings(a_scene()) as (pilot, drawn):
            await drawn.mount(MapKey(printed_scene(loop(60, (12, 3)))))
            await pilot.pause()
            assert " 3  第1コーナー  " in " ".join(text_of(drawn.query_one(MapKey)))
    finally:
        language.use("en")
