"""The four laws of the engine, checked at every event of random games under random rules.

1. Cards are conserved, after every single event.
2. What a viewer has seen, folded, is that viewer's view, for every seat and a spectator, after every single event.
3. Two games that differ only in what a viewer may not know give that viewer the same.
4. Every game ends; everyone who is asked has something to do; what is listed is accepted in every completion, all
   else is punished by name or refused, and a refusal changes nothing.

`uno_engine.laws.game.play` is one such game; `scripts/simulate.py` plays them for hours, the tests for half a minute.
Everything random follows from the number of the game.
"""
