"""How does a person answer the plain client through pipes? Its questions, and the first choice of each."""

from tests.e2e.processes import Program

OVER = ("wins the game!", "win the game!")
QUESTIONS = (
    "Your turn: type",
    "You drew ",
    "Which colour do you name?",
    "player do you choose?",
    "or challenge?",
    "for you: take them",
    "card do you keep?",
    "do you pass on",
    "Which rule shall the Customizable cards have?",
)
"""How each kind of question is put."""


def first_choice(player: Program) -> str:
    """What the list that is being shown offers as number 1, in words."""
    player.hear("\n 1. ")
    player.hear("\n")
    return player.out.rpartition("\n 1. ")[2].partition("\n")[0]


def number_one(player: Program) -> list[str]:
    """Choose the first of what is offered until the game is over; gives what was chosen, in words."""
    chosen: list[str] = []
    for _ in range(400):
        if player.hear(*QUESTIONS, *OVER) in OVER:
            return chosen
        chosen.append(first_choice(player))
        player.say("1")
    raise AssertionError(f"no end after {chosen}")
