"""Hooks of mkdocs. The navigation is the table of docs/README.md. Links to files of the project
lead to copies of them. The reference of Python and the gallery are generated from the sources.
"""

import os
import re
from pathlib import Path

from mkdocs.structure.files import File

import onchip

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
LINK = re.compile(r"(?<=\]\()([^)#\s]+)((?:#[^)\s]*)?)(?=\))")
API, GALLERY = "python-reference.md", "gallery.md"


def on_config(config):
    """Sets the navigation from the rows of the table in docs/README.md."""
    text = (DOCS / "README.md").read_text()
    pages = {str(file.relative_to(DOCS)) for file in DOCS.rglob("*.md")}
    start = [name for name, _ in LINK.findall(text.partition("|to|")[0])]
    nav, listed = [{"Start": ["README.md", *start, {"Gallery": GALLERY}]}], set()
    for heading, links in re.findall(r"^\|([a-z][^|]+)\|(.+)\|$", text, flags=re.MULTILINE):
        names = [name for name, _ in LINK.findall(links)]
        names = [name for name in dict.fromkeys(names) if name in pages and name not in listed]
        listed.update(names)
        if names:
            entries = [*names, {"Reference of Python": API}] if "python.md" in names else names
            nav.append({heading.capitalize(): entries})
    config.nav = nav
    return config


def _project_file(page: str, link: str) -> Path | None:
    """The file of the project outside docs/ to which a page's link leads."""
    if "://" in link or link.startswith("mailto:"):
        return None
    path = Path(os.path.normpath(DOCS / Path(page).parent / link))
    outside = DOCS not in path.parents and ROOT in path.parents
    return path.relative_to(ROOT) if outside and path.is_file() else None


def on_files(files, config):
    """Adds the project's files to which pages lead, and the pages made here."""
    for path in {
        found
        for page in list(files.documentation_pages())
        for link, _ in LINK.findall(Path(page.abs_src_path).read_text())
        if (found := _project_file(page.src_uri, link))
    }:
        files.append(File.generated(config, f"project/{path}", abs_src_path=str(ROOT / path)))
    names = [name for name in onchip.__all__ if not name.startswith("__")]
    text = "# Reference of Python\n\n" + "".join(f"::: onchip.{name}\n\n" for name in names)
    files.append(File.generated(config, API, content=text))
    pictures = {}
    for page in sorted(DOCS.rglob("*.md")):
        for shown, link in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text()):
            place = Path(os.path.normpath(page.parent / link)).relative_to(DOCS)
            pictures.setdefault(place, (shown, page.relative_to(DOCS)))
    text = "# Gallery\n\nEach picture leads to the page that explains it.\n\n" + "".join(
        f"[![{shown}]({place})]({page})\n\n" for place, (shown, page) in pictures.items()
    )
    files.append(File.generated(config, GALLERY, content=text))
    return files


def on_page_markdown(markdown, page, config, files):
    """Redirects links to the project's files to their copies."""
    depth = "../" * page.file.src_uri.count("/")

    def redirect(link):
        found = _project_file(page.file.src_uri, link[1])
        return f"{depth}project/{found}{link[2]}" if found else link[0]

    if page.file.src_uri.startswith("project/"):
        return LINK.sub(lambda link: _of_project_page(link, page, files), markdown)
    return LINK.sub(redirect, markdown)


def _of_project_page(link, page, files):
    """A link in a copied page of the project, which is relative to the project's folder."""
    if "://" in link[1]:
        return link[0]
    name = link[1].removeprefix("docs/") if link[1].startswith("docs/") else f"project/{link[1]}"
    if files.get_file_from_path(name):
        return f"{'../' * page.file.src_uri.count('/')}{name}{link[2]}"
    return link[0]
