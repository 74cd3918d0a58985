"""The subcommands of `torture.py`: what must hold while servers, clients and networks are broken on purpose."""


def readable(figures: dict[str, object]) -> str:
    """The figures of a run as lines for people, without the findings, which are printed before."""
    return "\n".join(f"{name}: {value}" for name, value in figures.items() if name != "told")
