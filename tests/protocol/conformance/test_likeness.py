"""A message that says what is due in another way counts as the same; one that says something else does not."""

from uno_protocol.conformance.likeness import absent, same, same_in_any_order


def test_absent_and_nil_are_the_same() -> None:
    assert absent({}, "id")
    assert absent({"id": None}, "id")
    assert not absent({"id": 0}, "id")


def test_of_maps_only_the_keys_that_are_due_count() -> None:
    found = {"k": "said", "seat": None, "new": 1, "more": [{"a": 1, "new": 2}]}
    assert same(found, {"k": "said", "seat": None, "more": [{"a": 1}]})
    assert not same(found, {"k": "said", "seat": 0})
    assert not same(found, {"more": [{"a": 2}]})
    assert not same(found, {"more": []})
    assert not same(1, {"k": 1})


def test_true_is_no_1_and_30_is_30_point_0() -> None:
    assert same(30, 30.0)
    assert not same(True, 1)
    assert not same(0, False)


def test_what_is_absent_is_empty_only_where_that_is_said() -> None:
    assert same({}, {"opened": False, "cards": [], "count": 0}, empty=True)
    assert not same({}, {"opened": False})
    assert not same({}, {"opened": True}, empty=True)


def test_what_is_listed_has_no_order() -> None:
    play = {"k": "play", "card": "R5"}
    assert same_in_any_order([{"k": "draw"}, {**play, "new": 1}], [play, {"k": "draw"}])
    assert not same_in_any_order([play, play], [play, {"k": "draw"}])
    assert not same_in_any_order([play], [play, play])
    assert not same_in_any_order(None, [])


def test_what_fits_twice_takes_no_other_its_place() -> None:
    plain, asking = {"k": "play", "card": "W"}, {"k": "play", "card": "W", "asks": ["name_colour"]}
    assert same_in_any_order([asking, plain], [plain, asking])
    assert same_in_any_order([plain, asking], [asking, plain])
    assert not same_in_any_order([plain, plain], [plain, asking])
