"""Runs Chromium without a screen."""

import json
import re
import subprocess
from importlib import resources
from pathlib import Path

_WORDS = ("chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
_ANSWER = re.compile(r'<pre id="answer">(.*?)</pre>', re.DOTALL)
# Code that is added to a page under test: runs the script given to `ask`, and writes the script's
# result into the page.
_SCRIPT = """
<script>
window.onload = async () => {
  const answer = document.createElement("pre");
  answer.id = "answer";
  let value;
  try { value = await (async () => { %s })(); } catch (error) { value = {error: String(error)}; }
  answer.textContent = JSON.stringify(value);
  document.body.append(answer);
};
</script>
"""


def _run(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [*_WORDS, f"--user-data-dir={folder / 'profile'}", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


def ask(page: Path, script: str, *, dark: bool = False, axe: bool = False, real_time: bool = False):
    """Returns the result of a script, which runs in the page once the page is open. If `axe` is
    set, the script can use axe-core.
    """
    more = _SCRIPT % script
    if axe:
        source = (resources.files("axe_core_python") / "axe.min.js").read_text()
        more = f"<script>{source}</script>{more}"
    copy = page.with_name(f"asked-{page.name}")
    copy.write_text(page.read_text().replace("</head>", more + "</head>", 1))
    words = ["--dump-dom"]
    if not real_time:
        words.append("--virtual-time-budget=20000")
    if dark:
        words.append("--blink-settings=preferredColorScheme=0")
    found = _ANSWER.search(_run(page.parent, *words, copy.as_uri()))
    assert found, "the page has not answered"
    text = found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return json.loads(text)


def picture(page: Path, to: Path, width: int, height: int, dark: bool = False) -> None:
    """Writes a picture of the top of the page as PNG."""
    words = [f"--screenshot={to}", f"--window-size={width},{height}", "--virtual-time-budget=3000"]
    if dark:
        words.append("--blink-settings=preferredColorScheme=0")
    _run(page.parent, *words, page.as_uri())
