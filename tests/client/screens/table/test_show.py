"""The picture of the table: what must never be missing, what is loud, and what a clock changes."""

import re
from itertools import product

import pytest

from tests.client.screens.table.scenes import (
    CHALLENGE,
    CLOCK,
    COLOURS,
    LOG,
    NAMES,
    SHOUT,
    hand,
    players,
    swap,
    table,
    waiting,
)
from uno_client.drawing.palette import Depth, mix, palette
from uno_client.messages import Key
from uno_client.screens.frame import Frame, Hint, Typing
from uno_client.screens.table.layout import SMALLEST
from uno_client.screens.table.piles import FULL, felt
from uno_client.screens.table.scene import Hand, HeldCard, Log, Piles, Prompt, Shout, TableScene, TimeLeft, Tone
from uno_client.screens.table.show import TablePicture, show
from uno_client.structs import replace
from uno_engine.cards import Colour, card
from uno_engine.customizable import RULES

DARK = palette()
SCREENS = [(60, 20), (76, 24), (80, 24), (100, 36), (120, 40), (200, 50), (250, 70), (131, 25)]
TINY = [(59, 20), (60, 19), (40, 10), (30, 8)]


def shown(scene: TableScene, screen: tuple[int, int] = (80, 24), clock: TimeLeft | None = CLOCK) -> TablePicture:
    return show(scene, clock, *screen, DARK)


def read(scene: TableScene, screen: tuple[int, int] = (80, 24), clock: TimeLeft | None = CLOCK) -> str:
    return "\n".join(shown(scene, screen, clock).canvas.text())


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("others", [1, 2, 3, 4, 5, 7, 9])
def test_names_numbers_turn_colour_and_question_are_never_dropped(screen: tuple[int, int], others: int) -> None:
    for scene in (table(others), waiting(table(others), NAMES[others - 1]), replace(table(others), log=LOG)):
        picture = read(scene, screen)
        for each in scene.players:
            assert re.search(rf"{each.name}\b", picture), each
            assert re.search(rf"\b{each.count}\b", picture), each
        assert "red" in picture
        assert "UNO" in picture[screen[0] :]  # the stock
        assert (scene.question.chip or scene.question.words) in picture
        assert all(len(line) == screen[0] for line in picture.splitlines())


@pytest.mark.parametrize("screen", TINY)
def test_a_terminal_that_is_too_small_says_whose_turn_it_is_and_what_lies_there(screen: tuple[int, int]) -> None:
    picture = read(table(), screen)
    for words in ("YOUR TURN", "Play a card, or draw.", " 7● ", "red", *NAMES[:3]):
        assert words in picture
    assert "Dan is thinking." in read(waiting(table(), "Dan"), screen)


@pytest.mark.parametrize("box", [COLOURS, CHALLENGE, swap()])
def test_a_terminal_that_is_too_small_says_what_can_be_answered(box: object) -> None:
    picture = read(replace(table(), box=box), (50, 18))  # type: ignore[arg-type]  # one of the three
    assert re.search("Y yellow|x Challenge|3 Dan 11", picture)
    assert "CATCH!" in read(replace(table(), shout=SHOUT), (50, 18))


@pytest.mark.parametrize("screen", [*SCREENS, *TINY])
def test_any_hand_can_be_shown_and_the_chosen_card_is_in_sight(screen: tuple[int, int]) -> None:
    for count in (0, 1, 2, 7, 16, 24, 40, 60, 108):
        for at in {0, count // 2, count - 1} - {-1}:
            scene = replace(table(), hand=hand(count, at))
            canvas = shown(scene, screen).canvas
            if count:
                assert canvas.cursor is not None
                x, y = canvas.cursor
                assert y < screen[1] - 1
                sign = DARK.signs.ranks.get(scene.hand.cards[at].card.rank, scene.hand.cards[at].card.rank.value)
                assert canvas.text()[y][x:].lstrip().startswith(sign)
                assert canvas.hit(x, y) == at


def test_hidden_cards_are_counted() -> None:
    assert "+" in shown(replace(table(), hand=hand(108, 0)), SMALLEST).canvas.text()[-2][-6:]


def test_playable_cards_are_raised_and_the_chosen_one_more() -> None:
    places = shown(table()).hand
    assert places[0].y == places[2].y - 1
    assert places[1].y == places[2].y - 2
    assert len({place.y for place in shown(waiting(table(), "Ben")).hand}) == 1


def test_a_drawn_card_is_marked() -> None:
    drawn = Hand((HeldCard(card("R3")), HeldCard(card("B4"), drawn=True)))
    assert read(replace(table(), hand=drawn)).count("▾") == 1


def test_a_question_that_is_too_long_takes_another_row() -> None:
    words = "Play a card that fits, or draw one from the pile: the penalty grows as long as nobody takes it."
    scene = replace(table(), question=Prompt(words, "YOUR TURN"))
    assert all(word in read(scene, SMALLEST) for word in words.split())


def test_the_clock_is_a_line_that_gets_shorter_and_a_number_and_without_one_it_is_whole() -> None:
    full, half = (read(table(), clock=TimeLeft(left, "0:09")).count("━") for left in (1, 0.5))
    assert half < full
    assert read(table(), clock=None).count("━") == read(table(), clock=TimeLeft(1)).count("━")
    assert "0:09" in read(table(), clock=TimeLeft(0.5, "0:09"))


def test_without_shades_the_name_of_whose_turn_it_is_is_reversed() -> None:
    for looks, style in ((palette("contrast"), "#000000 bg:#ffffff bold"), (palette(depth=Depth.MONO), "bold reverse")):
        lines = show(waiting(table(), "Dan"), CLOCK, 80, 24, looks).canvas.lines()
        assert any(kind == style and "Dan" in text for line in lines for kind, text in line)


def test_a_clock_changes_only_the_rows_that_it_is_in() -> None:
    for scene, most in ((table(), 1), (waiting(table(), "Dan"), 5)):
        before = shown(scene, (120, 40), TimeLeft(0.9, "0:27")).canvas.lines()
        after = shown(scene, (120, 40), TimeLeft(0.5, "0:15")).canvas.lines()
        assert 0 < sum(one is not other for one, other in zip(before, after, strict=True)) <= most + 2


def test_the_last_seconds_are_in_the_paint_of_alarm() -> None:
    for scene in (table(), waiting(table(), "Dan")):
        styles = [
            {style for line in shown(scene, clock=TimeLeft(0.1, "0:03", late)).canvas.lines() for style, _ in line}
            for late in (False, True)
        ]
        assert [any(DARK.roles.alarm in style for style in each) for each in styles] == [False, True]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_question_is_on_the_stage_and_hides_no_name(screen: tuple[int, int]) -> None:
    cloth = mix(DARK.roles.ground, DARK.lit[Colour.RED].body, DARK.felt)
    for box, words in (
        (COLOURS, ("red", "yellow", "green", "blue")),
        (CHALLENGE, ("Take 4 cards", "Challenge")),
        (swap(9), NAMES),
    ):
        scene = replace(table(9), box=box, shout=SHOUT)
        picture = read(scene, screen)
        assert all(each.name in picture for each in scene.players)
        assert all(word in picture for word in words)
        assert "CATCH" not in picture
        assert [cloth in str(shown(each, screen).canvas.lines()) for each in (table(9), scene)] == [True, False]


def test_a_frame_on_the_felt_is_whole_and_has_no_patch_around_it() -> None:
    canvas = shown(replace(table(), box=replace(CHALLENGE, card=card("W+4"))), (80, 24)).canvas
    edges = [line for line in canvas.text() if set(line[2:78]) in ({"▂"}, {"▆"})]
    assert len(edges) == 2
    canvas = shown(replace(table(), box=COLOURS), (120, 40)).canvas
    row = canvas.text()
    y, x = next((y, line.index("▂")) for y, line in enumerate(row) if "▂" in line)
    assert canvas.paints(x - 1, y)[2] == canvas.paints(x, y)[2] != DARK.roles.ground


def test_a_shout_is_clear_of_the_line_above_the_hand() -> None:
    picture = shown(replace(waiting(table(), "Ben"), shout=SHOUT), (80, 24))
    assert picture.places is not None
    low = picture.places.question.y - 1
    assert DARK.roles.alarm not in {picture.canvas.paints(x, low)[2] for x in range(80)}


def test_answers_can_be_clicked() -> None:
    for box, spots in ((COLOURS, set(Colour)), (CHALLENGE, {"accept", "challenge"}), (swap(), {1, 2, 3})):
        canvas = shown(replace(table(), box=box, hand=Hand())).canvas
        assert spots <= {canvas.hit(x, y) for x, y in product(range(80), range(5, 14))}
    canvas = shown(replace(table(), shout=SHOUT)).canvas
    assert canvas.hit(40, 9) == "catch"
    canvas = shown(table()).canvas
    assert {"stock", Key("enter"), 0} <= {canvas.hit(x, y) for x, y in product(range(80), range(24))}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_shout_says_everything_and_has_its_clock(screen: tuple[int, int]) -> None:
    for others in (3, 9):
        scene = replace(waiting(table(others), "Ben"), shout=SHOUT)
        picture = read(scene, screen)
        assert all(line in picture for line in SHOUT.lines)
        assert all(each.name in picture for each in scene.players)
        quiet = shown(scene, screen, TimeLeft(0.2)).canvas.lines()
        assert quiet != shown(scene, screen, TimeLeft(0.9)).canvas.lines()
    news = replace(table(), shout=Shout("UNO!", ("Cleo has one card left",), "uno"))
    assert [word for word in ["Cleo", "has", "one", "card", "left"] if word not in read(news, screen)] == []


def test_news_of_a_player_is_on_the_plate() -> None:
    first, *others = players()
    hit = replace(first, alarmed=True, news="+4 from you", penalty=4, note="away", mark="UNO", score="120")
    for screen in SCREENS:
        picture = read(replace(table(), players=(hit, *others)), screen)
        assert "UNO" in picture
    assert "+4 from you" in read(replace(table(), players=(hit, *others)), (120, 40))
    assert "+4 from you" in read(replace(table(), players=(replace(hit, mark=""), *others)), SMALLEST)
    assert "120" in read(replace(table(), players=(replace(hit, count=None, mark="2nd"), *others)), (120, 40))


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("others", [1, 3, 9])
def test_a_penalty_is_in_blocks_at_whom_it_hits_and_hides_no_number(screen: tuple[int, int], others: int) -> None:
    scene, (first, *rest) = table(others), players(others)
    places = shown(scene, screen).places
    assert places is not None
    struck = replace(scene, players=(replace(first, penalty=4, alarmed=True), *rest))
    for hit, place in ((replace(scene, penalty=4), places.hit), (struck, None if places.round else places.story)):
        picture, (x, y, columns, rows) = shown(hit, screen).canvas, place or places.plates[0]
        cells = [picture.paints(*at) for at in product(range(x, x + columns), range(y, y + rows))]
        assert sum(DARK.roles.alarm in paints for paints in cells) > (8 if screen != SMALLEST else 0)
        assert all(word in "".join(picture.text()) for word in ("● red", "clockwise", "62", "YOUR TURN"))
    for looks, size in ((palette(signs="ascii"), screen), (DARK, TINY[0])):
        assert "+4" in "".join(show(replace(scene, penalty=4), CLOCK, *size, looks).canvas.text())


def test_where_a_mark_has_no_room_the_number_has_its_paint() -> None:
    crowd = tuple(replace(each, mark="UNO", mark_tone="alarm") for each in players(9))
    lines = shown(replace(table(), players=crowd), SMALLEST).canvas.lines()
    assert any(DARK.roles.alarm in style and text.strip() == "9" for line in lines for style, text in line)


def test_a_hand_that_lies_face_up_is_on_the_plate() -> None:
    first, *others = players()
    for count, words in ((3, "3"), (40, "+")):
        cards = tuple(held.card for held in hand(count).cards)
        for screen in SCREENS:
            picture = read(replace(table(), players=(replace(first, hand=cards, count=count), *others)), screen)
            assert words in picture


def test_a_table_before_its_first_card_is_empty() -> None:
    bare = replace(table(), piles=Piles(), story=(), question=Prompt("Wait."))
    for screen in (*SCREENS, *TINY):
        picture = read(bare, screen)
        assert "Wait." in picture
        assert "UNO" not in picture.splitlines()[10 % screen[1]]


def test_what_is_too_long_gives_way_and_names_stay() -> None:
    first, *others = players()
    named = replace(first, name="Maximiliane-Alexandra", note="away for long", mark="UNO", did="drew many cards")
    long = replace(
        table(),
        frame=Frame(
            "A table with a very long name indeed",
            "round 3 and much more than that",
            hints=tuple(Hint(str(number), "a key") for number in range(50)),
        ),
        players=(named, *others),
        log=replace(LOG, hint="a hint that is longer than the log is wide", over=True),
        story=(("Maximiliane-Alexandra", card("R+2")),),
    )
    for screen in SCREENS:
        picture = show(long, CLOCK, *screen, palette("colourblind")).canvas.text()
        assert "Maxi" in "".join(picture)
        assert all(len(line) == screen[0] for line in picture)


@pytest.mark.parametrize("tone", ["quiet", "text", "good", "chat", "alarm", "uno", "in_play", "strong"])
def test_a_mark_is_in_the_paint_of_its_tone(tone: Tone) -> None:
    first, *others = players()
    marked = replace(first, mark="mark", mark_tone=tone)
    styles = {
        style.split(" ")[0]
        for line in shown(replace(table(), players=(marked, *others)), (120, 40)).canvas.lines()
        for style, text in line
        if "mark" in text
    }
    roles = DARK.roles
    assert styles == {DARK.lit[Colour.YELLOW].body if tone == "uno" else getattr(roles, tone, roles.strong)}


def test_penalty_direction_and_rule_are_said() -> None:
    piles = Piles(card("R7"), (), 0, Colour.RED, "red", False, "+6 due", "Rule: no sevens")
    for screen in ((80, 24), (120, 40)):
        picture = read(replace(table(), piles=piles), screen)
        assert all(words in picture for words in ("◀ counter-clockwise", "+6 due", "Rule: no sevens"))


def test_the_log_is_beside_the_table_or_over_it() -> None:
    assert "Line 49." in read(replace(table(), log=LOG), (120, 40))
    assert "Line 49." not in read(replace(table(), log=LOG))
    assert "Line 49." in read(replace(table(), log=replace(LOG, over=True)))


def test_what_is_typed_takes_the_place_of_the_keys() -> None:
    canvas = shown(replace(table(), frame=Frame(typing=Typing("Say:", "hello " * 30)))).canvas
    assert canvas.text()[-1].startswith(" Say: ")
    assert canvas.cursor is not None
    assert canvas.cursor[1] == 23


@pytest.mark.parametrize("screen", [*SCREENS, *TINY])
def test_without_unicode_everything_is_ascii(screen: tuple[int, int]) -> None:
    looks = palette(signs="ascii")
    scenes = (table(4), waiting(table(2), "Ben"), replace(table(), box=COLOURS), replace(table(), shout=SHOUT, log=LOG))
    for scene in (*scenes, replace(table(), box=swap(4)), replace(table(), box=CHALLENGE)):
        assert "".join(show(scene, CLOCK, *screen, looks).canvas.text()).isascii()


@pytest.mark.parametrize(("depth", "wrong"), [(Depth.MONO, "#|ansi"), (Depth.SIXTEEN, "#")])
def test_with_fewer_colours_nothing_is_mixed(depth: Depth, wrong: str) -> None:
    for scene in (replace(table(4), log=LOG), waiting(table(9), "Cleo"), replace(table(), shout=SHOUT)):
        lines = show(scene, CLOCK, 120, 40, palette(depth=depth)).canvas.lines()
        assert not any(re.search(wrong, style) for line in lines for style, _text in line)


def test_with_256_colours_the_ring_is_in_those_of_the_palette() -> None:
    few = palette(depth=Depth.FEW)
    yellow, cloth = few.lit[Colour.YELLOW], felt(60, 20, Colour.YELLOW, True, few)
    seen = {cloth.paints(x, y)[1] for x in range(cloth.columns) for y in range(cloth.rows)}
    assert seen - {"", None, few.roles.ground} == {yellow.body, yellow.digit, few.roles.line}


def test_no_arrow_of_the_direction_peeks_out_from_behind_a_plate() -> None:
    picture, head = shown(table(9), (200, 50)), mix(mix(DARK.lit[Colour.RED].body, "#ffffff", 0.2), "#ffffff", 0.3)
    assert picture.places is not None
    for x, y, columns, rows in picture.places.plates:
        below = [picture.canvas.paints(at, y + rows) for at in range(x, x + columns)]
        assert head not in str(below)


def test_where_colours_dont_show_plates_and_direction_lines_and_arrows_do() -> None:
    for looks, edge in ((palette("contrast"), "▐"), (palette(signs="ascii"), "|")):
        canvas = show(table(), CLOCK, 80, 24, looks).canvas
        assert canvas.text()[3].count(edge) >= 6
    for clockwise, first in ((True, "▶"), (False, "◀")):
        scene = replace(table(1), piles=replace(table().piles, clockwise=clockwise))
        ring = "".join(show(scene, CLOCK, 120, 40, palette(depth=Depth.MONO)).canvas.text()[:28])
        arrows = re.findall("[▶◀]", ring)
        assert arrows[0] == first
        assert arrows[-1] != first


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("log", [None, LOG], ids=["alone", "log"])
def test_what_is_said_of_the_piles_ends_before_the_rim_of_the_table(screen: tuple[int, int], log: Log | None) -> None:
    plain = replace(table(), log=log)
    before = shown(plain, screen).canvas.text()
    for rule in RULES.values():
        custom = replace(plain.piles, custom=f"Customizable: {rule.title}")
        picture = shown(replace(plain, piles=custom), screen)
        assert picture.places is not None
        x, y, columns, rows = picture.places.felt
        text = picture.canvas.text()
        said = [(at, row) for row in range(y, y + rows) for at in range(x, x + columns) if text[row][at].isalpha()]
        for at, row in said:
            across, down = abs((at + 1.5 - x) * 2 / columns - 1), abs((row + 0.5 - y) * 2 / rows - 1)
            assert text[row][at] == before[row][at] or across**FULL + down**FULL < 1, (rule.title, at, row)
        assert "Customizable" in "".join(text)
