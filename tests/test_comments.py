"""Comments of all sources keep to 100 columns, as code does by the formatters."""

import re
import subprocess

from conftest import ROOT

# Line beginnings of comments, by the suffix of the file's name.
SLASHES = re.compile(r"\s*(//|/\*|\*)")
HASH = re.compile(r"\s*#")
KINDS = {
    **dict.fromkeys((".rs", ".c", ".h", ".S", ".inc", ".ld", ".sv", ".cpp"), SLASHES),
    **dict.fromkeys((".py", ".toml", ".awk", ".sh", ".mk", ".flags", ""), HASH),
}


def sources():
    """The files that git tracks, and those that it would add."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listing.splitlines()]


def test_no_comment_line_is_longer_than_100_columns():
    files = [path for path in sources() if path.suffix in KINDS and path.is_file()]
    assert len(files) > 500
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 100 and KINDS[path.suffix].match(line)
    ]
    assert not long
