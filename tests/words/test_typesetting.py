"""Lines are broken where the script allows it, and widths are counted in cells."""

from __future__ import annotations

import random

import pytest
from rich._wrap import re_word

from heat_tui.typesetting import (
    aligned,
    cell_len,
    column_width,
    folded,
    joined,
    kept_whole,
    listed,
    to_left,
    to_middle,
    to_right,
    words,
    wrapped,
)
from heat_tui.words.formatter import sentences

JAPANESE = (
    "Adaは第2コーナーを速度8で通過し、3ヒートを支払う（エンジンに残り2枚）。「スピン」はしない。"
    "ストレスカード3枚を捨て、スリップストリームで2マス進む。"
)
CHINESE = "Ada以速度8通過第2彎道，支付3點熱力（引擎剩下2張）。沒有「失控」！棄掉3張壓力卡牌，利用尾流前進2格。"
NEVER_FIRST = set("、。，！）」ーッョ")
NEVER_LAST = set("（「")


@pytest.mark.parametrize("text", [JAPANESE, CHINESE])
@pytest.mark.parametrize("width", range(8, 60))
def test_no_line_begins_with_a_full_stop_or_ends_with_an_opening_bracket(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join(lines) == text
    assert max(map(cell_len, lines)) <= max(width, 14)
    assert not NEVER_FIRST & {line[0] for line in lines}
    assert not NEVER_LAST & {line[-1] for line in lines}
    assert not any(line[-1].isdigit() for line in lines[:-1])


def test_a_line_is_filled_before_another_begins() -> None:
    assert wrapped("選擇檔位並打出手牌。", 12) == ["選擇檔位並打", "出手牌。"]
    assert wrapped("一二三四五六七", 6) == ["一二三", "四五六", "七"]


def test_japanese_is_broken_between_phrases() -> None:
    assert wrapped("手札を選んでEnterを押す。", 12) == ["手札を選んで", "Enterを", "押す。"]
    assert wrapped("スリップストリームで進む。", 20) == ["スリップストリームで", "進む。"]
    assert wrapped("スリップストリームで進む。", 12) == ["スリップスト", "リームで", "進む。"], "wider than the line"


def test_no_line_ends_inside_a_name_or_a_range() -> None:
    assert wrapped("接下來由王小明先走", 14) == ["接下來由王小明", "先走"]
    assert wrapped("接下來由王大明先走", 12) == ["接下來由王大", "明先走"]
    assert kept_whole("王大明") == "王大明"
    assert wrapped("接下來由王大明先走", 12) == ["接下來由", "王大明先走"]
    assert wrapped(f"次は{kept_whole('山本 太郎')}です", 14) == ["次は", "山本 太郎です"]
    assert wrapped(f"這是{kept_whole('王' * 16)}", 20) == ["這是王王王王王王王王", "王王王王王王王王"], "too wide"
    assert wrapped("只有1～4檔", 8) == ["只有", "1～4檔"]


def test_a_path_after_wide_letters_may_begin_a_line_but_a_slash_may_not() -> None:
    assert wrapped("コースを/home/ada/a.tomlとして保存する", 24) == ["コースを", "/home/ada/a.tomlとして", "保存する"]
    assert wrapped("賽道已儲存為/home/ada/a.toml", 20) == ["賽道已儲存為", "/home/ada/a.toml"]
    assert wrapped("頭盔/菱形", 4) == ["頭", "盔/", "菱形"]


def test_text_without_wide_letters_is_broken_as_by_rich() -> None:
    letters = random.Random(1)
    for _text in range(300):
        text = "".join(letters.choice("abc 12.,→■é( )…\n한국") for _letter in range(40))
        assert [*words(text)] == [(*found.span(), found[0]) for found in re_word.finditer(text)]


def test_a_long_sum_is_broken_between_its_terms() -> None:
    assert wrapped("Ada: Stress(2)+Stress(4)+Stress(4)+Stress(3) = 13", 32) == [
        "Ada: Stress(2)+Stress(4)+",
        "Stress(4)+Stress(3) = 13",
    ]
    assert wrapped("Ada: 2+Sponsor-wings+2+Suspension-2b+1 = 8", 32) == [
        "Ada: 2+Sponsor-wings+",
        "2+Suspension-2b+1 = 8",
    ]
    assert wrapped("Ada: 4+4+Stress(3)+Stress(2) = 13", 24) == ["Ada:", "4+4+Stress(3)+Stress(2)", "= 13"], "it fits"
    url = "postgresql+psycopg://ada@example.org/heat"
    assert wrapped(f"Tables in {url}", 44) == ["Tables in", url]


def test_a_continued_line_is_indented() -> None:
    assert wrapped("  one two three", 9, "    ") == ["  one two", "    three"]
    assert wrapped("", 9) == [""]


def test_widths_are_counted_in_cells() -> None:
    assert [cell_len(text) for text in ("abc", "日本", "ｱ", "é", "e\u0301", "→")] == [3, 4, 1, 1, 1, 1]
    assert to_left("日本", 6) == "日本  "
    assert to_right("日本", 6) == "  日本"
    assert [to_middle("日本", width) for width in (3, 6, 7)] == ["日本", " 日本 ", "  日本 "]
    assert all(to_middle("x" * letters, 7) == ("x" * letters).center(7) for letters in range(9))


def test_sentences_are_separated_by_a_space_if_their_script_uses_one() -> None:
    assert sentences("One.", "", "Two.") == "One. Two."
    assert sentences("一つ。", "二つ。", "Adaだ。") == "一つ。二つ。Adaだ。"
    assert joined("Enter", "を押す") == "Enterを押す"
    assert joined("Saved.", "太郎 plans.") == "Saved. 太郎 plans."


def test_columns_are_as_wide_as_their_text_and_empty_ones_disappear() -> None:
    rows = [["速度8", "", "13", "SPIN OUT"], ["12", "", "5", ""]]
    assert aligned(rows, right=(0, 2)) == ["速度8  13  SPIN OUT", "   12   5"]
    assert [column_width(heading, 4) for heading in ("Corner", "周", "コーナー")] == [4, 4, 9]


def test_text_from_an_input_method_is_normalised() -> None:
    assert listed("usa,italy，japan 、 mexico") == ["usa", "italy", "japan", "mexico"]
    assert folded("Ｈｅａｔ ３枚") == folded("heat 3枚")
