"""QR codes say what they were made of, dark on light and light on dark."""

import segno

from uno_protocol import qr

PAGE = "http://192.168.1.5:7777/ABCD"
UPPER, LOWER = "▀█", "▄█"


def test_the_address_of_the_page() -> None:
    assert qr.page("192.168.1.5", 7777, "ABCD") == PAGE
    assert qr.page("2001:db8::5", 7777, secure=True) == "https://[2001:db8::5]:7777/"


def test_half_blocks_are_the_modules_of_the_code() -> None:
    matrix = [list(map(bool, row)) for row in segno.make(PAGE, micro=False).matrix_iter(border=4)]
    for inverted in (False, True):
        lines = qr.half_blocks(PAGE, inverted=inverted)
        drawn = [[each in half for each in line] for line in lines for half in (UPPER, LOWER)]
        shown = [[ink != inverted for ink in row] for row in drawn]
        assert shown[: len(matrix)] == matrix
        assert not any(map(any, shown[len(matrix) :]))  # the last line has half a row to spare: quiet, too


def test_in_print_it_is_black_on_white_or_light_on_dark() -> None:
    assert qr.for_terminal(PAGE, colours=False) == qr.half_blocks(PAGE, inverted=True)
    coloured = qr.for_terminal(PAGE, colours=True)
    assert all(line.startswith("\x1b[38;5;16;48;5;231m") and line.endswith("\x1b[0m") for line in coloured)
    assert qr.half_blocks(PAGE)[3] in coloured[3]


def test_the_picture_takes_the_size_that_it_is_given() -> None:
    picture = qr.svg(PAGE)
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"')
    assert " width=" not in picture
    assert f"<title>{PAGE}</title>" in picture
