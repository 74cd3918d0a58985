"""Tests of the page in `server/uno_server/web/page`."""
