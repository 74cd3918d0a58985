"""What a player can do, each thing once: when it is offered, what it asks for, its request, its key and its command."""
