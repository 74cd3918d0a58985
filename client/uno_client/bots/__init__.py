"""Bots that somebody wrote: a file with `choose`, in a process of its own, at a seat."""
