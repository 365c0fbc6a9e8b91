"""The site builds without a warning, loads nothing from other hosts, and all its links lead somewhere."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from ludotheque.games.box import shelf
from ludotheque.games.wording import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "link": "href",
}
NAMED = ("canonical", "alternate", "next", "prev")  # links that say something and load nothing


class Page(HTMLParser):
    """What a page loads, where it leads, and where in it one can be led."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        self.anchors |= {has[name] for name in ("id", "name") if name in has}
        if tag in LOADED and LOADED[tag] in has and has.get("rel") not in NAMED:
            self.loads.append(has[LOADED[tag]])
        elif tag == "a" and "href" in has:
            self.links.append(has["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def test_no_page_loads_anything_from_another_host(site: Path, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for target in page.loads:
            assert not urlsplit(target).netloc, f"{path.name} loads {target}"
            base = site if target.startswith("/") else path.parent  # 404.html may be shown anywhere
            assert (base / urlsplit(target).path.lstrip("/")).exists(), target
    for style in site.rglob("*.css"):
        assert not re.findall(r"(?:@import|url\()\s*[\"']?(?:https?:)?//[^)]*", style.read_text("utf-8")), style.name


def test_all_links_lead_somewhere(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.name}: {link}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, f"{path.name}: {link}"


def test_every_document_is_a_page(site: Path) -> None:
    for path in (ROOT / "docs").glob("*.md"):
        assert (site / f"{path.stem}.html").exists(), path.name


def test_the_rules_are_there_in_four_languages_with_their_examples(site: Path) -> None:
    for game in shelf():
        for language in LANGUAGES:
            text = (ROOT / "web" / "src" / "games" / game / "rules" / f"{language}.md").read_text("utf-8")
            name = f"{game}.html" if language == "en" else f"{game}.{language}.html"
            page = (site / "rules" / name).read_text("utf-8")
            assert page.count('<figure class="example">') == text.count("```cards")
            assert page.count("<h2") == text.count("\n## ")
            assert f'<div lang="{language}">' in page
            assert "```" not in page


def test_the_search_knows_the_rules_and_the_api(site: Path) -> None:
    index = (site / "search" / "search_index.json").read_text("utf-8")
    assert all(word in index for word in ("rules/willi.html", "read_record", "IllegalMoveError", "Minnow"))


def test_excerpts_of_the_fifth_game_are_its_code(site: Path) -> None:
    page = re.sub(r"<[^>]+>", "", (site / "adding-a-game.html").read_text("utf-8"))
    assert "def award(s: State) -&gt; None:" in page
    assert "--8&lt;--" not in page
