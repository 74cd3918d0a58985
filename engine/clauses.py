"""What does each clause of the rule book say? One sentence for a player, by clause number: what a refusal shows.

`engine/RULES.md` has the whole text under the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

_SHARED = {
    "A1": "The deck has four colours of 25 cards, four Wilds and four Wild Draw Fours, and whatever extra cards and "
    "number of players the table has agreed on.",
    "A2": "A card must match the colour in play, or the number or symbol of the top card, or be an allowed wild.",
    "A3": "When the draw pile is used up the discards under the top card are shuffled into a new one; only if there is "
    "nothing at all to draw may you pass, and then only without a card that is allowed.",
    "A4": "Play runs clockwise until a Reverse turns it; with two players left a Reverse works as a Skip.",
    "A5": "A Skip costs the next player the turn, with a Draw Two also two cards, with a Wild Draw Four four; whoever "
    "plays a wild names the colour.",
    "A6": "The deal moves on one seat every round, the starter is found as the table has agreed, and newcomers may "
    "only sit down between rounds.",
    "A7": "Numbers count their number, Skip, Reverse and Draw Two 20, Wild and Wild Draw Four 50, the extra cards 40.",
    "A8": "Whoever has no cards left has finished; a penalty on that last play is still drawn, and nobody can "
    "challenge it.",
    "A9": "You play from your own hand alone; nobody trades or shows cards unless a rule says so.",
    "A10": "Whoever leaves for good in mid-round puts the hand under the draw pile, and play goes on without them.",
    "A11": "When your time is over, the game takes the default answer to what you were asked.",
    "A12": "Every question is put to everyone who might have an answer, so that no silence gives a hand away.",
    "A13": "You can do what is offered to you, and a few things that cost cards; everything else changes nothing.",
}

_FIRST_CARD = {
    "B0": "If the first card is a number, the starter simply plays on it.",
    "B1": "If the first card is a Skip, the starter misses the turn.",
    "B2": "If the first card is a Draw Two, the starter draws two and misses the turn, or passes it on where penalties "
    "may be passed on.",
    "B3": "If the first card is a Reverse, play goes counter-clockwise; the rules of the table say who begins.",
    "B4": "If the first card is a Wild, its colour is named before the starter plays.",
    "B5": "A Wild Draw Four is never the first card: it goes back, and another card is turned up.",
    "B6": "If the first card is Swap Hands, its colour is named and hands are swapped with a player of choice.",
    "B7": "If the first card is Shuffle Hands, its colour is named and nothing is shuffled.",
    "B8": "If the first card is Customizable, its colour is named and its rule is not carried out.",
}

_OFFICIAL = {
    "O1": "Everyone is dealt seven cards of a deck of 108, and the player to the dealer's left begins.",
    "O2": "Only whoever is asked may act: on a turn you play one card that fits, or draw one.",
    "O3": "After drawing you may play that very card if it fits, or keep it, and no other.",
    "O4": "A Wild Draw Four is allowed only if you hold no card of the colour in play; matching numbers, symbols and "
    "other wilds do not matter.",
    "O5": "The next player may challenge a Wild Draw Four: guilty, and whoever played it draws four; innocent, and the "
    "challenger draws six and misses the turn.",
    "O6": "UNO must be called with your next-to-last card; who is caught before the next player acts draws cards.",
    "O7": "Calling UNO with more than one card in hand costs cards, at most once in a turn, and not while everyone "
    "votes, passes a card or waits for the deal.",
    "O8": "Playing out of turn costs cards, at most once in a turn, and the card stays with you; what answers an older "
    "question is too late and costs nothing.",
    "O9": "One round decides the game, unless the host chooses to play for points.",
}

_QUICKPLAY = {
    "Q1": "Everyone is dealt ten cards.",
    "Q2": "In a chain each card must fit the one before it by colour, number or symbol, and every wild in it names its "
    "own colour.",
    "Q3": "After the first action card of a chain only action cards may follow; a plain Wild counts as a number.",
    "Q4": "Draw Twos and Wild Draw Fours may stand in one chain, and one player draws them all.",
    "Q5": "A chain takes effect after its last card: first all Reverses, then the penalty, then every Skip passes over "
    "one more player, never over you.",
    "Q6": "One challenge covers all Wild Draw Fours of a chain: each guilty one costs whoever laid it four and comes "
    "off the sum; with none guilty the challenger draws the sum and two more.",
    "Q7": "A chain counts whole or not at all: if one card does not fit, none is played.",
    "Q8": "A card just drawn may be played, but alone.",
    "Q9": "A chain that leaves one card needs UNO; a chain that leaves none does not.",
}

_CLASSIC = {
    "C1": "Everyone is dealt seven cards of 113: one Swap Hands, one Shuffle Hands and three Customizable come to the "
    "usual 108.",
    "C2": "The first card is carried out at once, and of the extra cards only Swap Hands does more than name a colour.",
    "C3": "Whoever has no card that fits, or would rather not play, draws one.",
    "C4": "A card just drawn must be played if it fits; otherwise it is kept and the turn passes.",
    "C5": "One card is played at a time.",
    "C6": "Reverse, Skip and Draw Two go on their own colour or on their own symbol.",
    "C7": "No Draw Two may be played on a Wild Draw Four, whatever its colour.",
    "C8": "A Wild Draw Four is allowed only if you have no other card to play; other wilds count, more Wild Draw Fours "
    "do not.",
    "C9": "The game itself says UNO whenever somebody is down to one card.",
    "C10": "Swap Hands names the colour and swaps all your cards with another player who is still in.",
    "C11": "Shuffle Hands names the colour; all hands are mixed and dealt again, beginning with the player after you.",
    "C12": "The players vote for one of three rules before the first deal, or the table agrees on one: whoever plays a "
    "Customizable names the colour and answers what that rule asks.",
    "C13": "As your last card Swap Hands, Shuffle Hands and Customizable are plain Wilds.",
    "C14": "If your last card is a Draw Two or Wild Draw Four, the next player still draws before points are counted.",
    "C15": "For points: whoever goes out scores the cards of all others, and rounds go on until somebody has enough.",
    "C16": "For a single round: whoever goes out first wins the game.",
    "C17": "Until the last: whoever is out of the game takes no further part, and the others play on for the next "
    "places.",
}

_STREET = {
    "S1": "Two to four players are dealt seven cards of 108 each; the fourth colour is orange, and anybody may begin.",
    "S2": "Wild and Wild Draw Four may be played on any turn, without condition and without challenge.",
    "S3": "On a turn you play a card that fits or draw one, and what you draw must be played if it fits.",
    "S4": "A Draw Two on a Draw Two, or a Wild Draw Four on a Wild Draw Four, passes the penalty on; nothing else may "
    "be played in answer, and whoever does not pass it on draws the sum.",
    "S5": "When the draw pile is used up, the discards under the top card become the new one.",
    "S6": "If UNO is not called before the next player acts, the referee gives the penalty unasked.",
    "S7": "A false UNO costs two cards.",
    "S8": "Whoever goes out first wins.",
}

_COMPUTER = {
    "M1": "People play against computer players; a lot tells who begins, and the dealer carries out the first card.",
    "M2": "A Wild Draw Four that is not allowed is refused, and you choose again.",
    "M3": "Whoever has no card that fits draws one and may play or keep it; drawing instead of playing costs nothing.",
    "M4": "The game says UNO for you, but by lot it may declare that you forgot, and then you draw.",
    "M5": "Points are counted round by round, and the first to reach the target wins.",
    "M6": "Your hand is shown by colour, and every move can be typed letter by letter.",
    "M7": "Computer players act by themselves, within the rules, and know only what their seat may see.",
}

_SKYRUS = {
    "K1": "The host proposes how many Customizable cards there are and their rule or a vote, and nothing is dealt "
    "before everyone has accepted.",
    "K2": "Whoever has no match, or would rather not play, draws one card, which is played if it fits.",
    "K3": "A Wild Draw Four needs a hand without the colour in play; a challenge shows it to the challenger alone.",
    "K4": "UNO must be called every time you play down to one card; being caught costs two cards.",
    "K5": "Swap Hands swaps all your cards with a player of your choice, and is a plain Wild as your last card.",
    "K6": "Customizable cards do what was voted for or agreed on.",
    "K7": "The winner of a round scores the cards of all others, and the first to 500 wins.",
}

_UNO = {
    "U1": "UNO can be called with the card or right after it; somebody else can be caught until it is called or the "
    "next player acts.",
    "U2": "Where players call UNO themselves, a call counts once, for one card left by your own play; the game itself "
    "announces every other single card.",
    "U3": "For a moment after a next-to-last card the table holds catches and moves back, so that its owner can still "
    "call.",
    "U4": "Catching somebody who cannot be caught costs nothing and does nothing; try it once in a turn.",
}

_HOUSE = {
    "H1": "A penalty is passed on with its like; a Wild Draw Four may also answer a Draw Two, and a Draw Two of the "
    "named colour a Wild Draw Four.",
    "H2": "In a stack only the top Wild Draw Four can be challenged: guilty, and whoever played it takes everything; "
    "innocent, and the challenger takes two more.",
    "H3": "A 7 swaps hands with another player who is still in, a 0 moves all hands on; as first or last card they are "
    "plain numbers.",
    "H4": "The very card on top may be played out of turn while a turn is awaited and nobody has drawn; whoever comes "
    "later pays nothing.",
    "H5": "Whoever draws on a turn draws until a card fits or nothing is left.",
    "H6": "Whoever holds a card that is allowed must play one and may not draw.",
}

CLAUSES: Mapping[str, str] = {
    **_SHARED,
    **_FIRST_CARD,
    **_OFFICIAL,
    **_QUICKPLAY,
    **_CLASSIC,
    **_STREET,
    **_COMPUTER,
    **_SKYRUS,
    **_UNO,
    **_HOUSE,
}
"""Every clause number, in the order of the rule book, with its sentence."""
