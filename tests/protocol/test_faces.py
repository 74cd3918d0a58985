"""A face has a name, and two letters that no other face has (P-5.15)."""

import pytest

from tests.protocol.test_document import DOCUMENT
from uno_protocol.catalogues import ENGLISH, LANGUAGES, choose
from uno_protocol.faces import NAMES, face_letters, face_name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_faces_have_the_same_letters(language: str) -> None:
    choose(language)
    letters = [face_letters(face) for face in range(len(NAMES))]
    assert len(set(letters)) == len(NAMES) == 24
    assert {len(each) for each in letters} == {2}


def test_letters_are_those_of_the_name() -> None:
    choose(ENGLISH)
    assert [face_letters(face) for face in (0, 3, 8, 11, 16)] == ["Ca", "Fo", "Ct", "Pi", "Pr"]


def test_the_document_names_every_face() -> None:
    assert ", ".join(f"{face} {name}" for face, name in enumerate(NAMES)) in DOCUMENT


@pytest.mark.parametrize("face", [None, len(NAMES)])
def test_a_face_that_is_unknown_has_neither(face: int | None) -> None:
    assert (face_name(face), face_letters(face)) == ("", "")
