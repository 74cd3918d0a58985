"""The whole server under a virtual clock, on a made-up network, from one seed.

`episode.play(seed)` is one small world: a server process on a disk, people with client programs, tables under random
rules, and somebody who breaks things. After a while the breaking stops and everything has to come to its end.
`torture.run` plays many of them; `scripts/torture.py worlds` is its command.
"""
