"""The subcommands of `torture.py`: what must hold while servers, clients and networks are broken on purpose."""
