"""bench.py page counts what it says that it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.scripts.conftest import loaded

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

BUSY_MS = 100
REPLAY = """<div class="again"><button aria-keyshortcuts="ArrowRight">next</button><p></p></div><script>
const text = document.querySelector("p");
let drawn = false;
new ResizeObserver(() => {
  const end = performance.now() + %d;
  while (drawn && performance.now() < end);
}).observe(text);
document.querySelector("button").onclick = () => setTimeout(() => {
  drawn = true;
  text.textContent += "a longer text ";
});
</script>"""


async def test_a_step_of_a_replay_ends_after_the_layout_of_its_frame(chromium: Browser) -> None:
    page = await chromium.new_page()
    await page.set_content(REPLAY % BUSY_MS)
    assert await page.evaluate(loaded("trials.bench.page").STEP) >= BUSY_MS
    await page.close()
