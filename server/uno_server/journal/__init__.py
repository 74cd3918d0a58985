"""The journal: what is stored, and how a server continues from it."""
