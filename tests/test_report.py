"""Pages of --report in a browser, summaries and statistics."""

import itertools
import json
import os
import re
from array import array
from pathlib import Path

import numpy
import pytest
from colorspacious import cspace_convert, deltaE
from matplotlib import image

import browser
from conftest import ROOT
from onchip.base.failures import Exit
from onchip.chip import chips
from onchip.outcome.outcome import Outcome
from onchip.report import matrix, page, timeline
from onchip.trace.lanes import Lane, Regions
from onchip.trace.messages import Message, Messages
from onchip.trace.recorder import Picture, Trace

HEAT = Path(__file__).parent.parent / "examples" / "heat2d.c"
STEPS = 10
AXE = """
const found = await axe.run(document, {resultTypes: ["violations"]});
return {
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  passes: found.passes.length,
  violations: found.violations.map((v) => [v.id, v.impact, v.nodes.map((n) => n.html)]),
};
"""
STEER = """
const text = (id) => document.getElementById(id).textContent;
const click = (id) => document.getElementById(id).click();
const press = (key) => document.getElementById("line-canvas").dispatchEvent(
  new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
const slider = document.getElementById("chip-time");
const move = (to) => { slider.value = to; slider.dispatchEvent(new Event("input")); };
const said = {all: text("line-said")};
press("+"); said.in = text("line-said");
press("Home"); said.home = text("line-said");
click("line-in"); said.clicked = text("line-said");
move(0); said.first = text("chip-said"); said.spoken = slider.getAttribute("aria-valuetext");
move(slider.max); said.last = text("chip-said");
said.focusable = [...document.querySelectorAll("button, input, a, [tabindex]")]
  .every((element) => element.tabIndex >= 0);
return said;
"""


@pytest.fixture
def heat(onchip):
    """A page that several tests share."""
    made = onchip.shared / "heat.html"
    if not made.exists():
        onchip.write("heat2d.c", HEAT.read_bytes())
        words = ("-n", "16", "--profile", "--report", "heat.html", "heat2d.c", "40", str(STEPS))
        onchip("run", *words)
        made.write_bytes((onchip.folder / "heat.html").read_bytes())
    to = onchip.folder / "heat.html"
    to.write_bytes(made.read_bytes())
    return to


def test_needs_nothing_from_the_network(heat):
    text = heat.read_text()
    assert not re.search(r"(https?:)?//[a-z]+\.|@import|src=|url\(", text.split('id="data"')[0])
    for part in ("Summary", "Time lines", "The chip over time", "Who sends to whom"):
        assert f">{part}</h2>" in text
    for part in ("What ranks wait for", "Profile", "Energy"):
        assert f">{part}</h2>" in text


@pytest.mark.parametrize("dark", [pytest.param(False, marks=pytest.mark.long), True])
def test_accessibility(heat, dark):
    found = browser.ask(heat, AXE, dark=dark, axe=True)
    assert found["dark"] == dark and found["passes"] > 0
    assert found["violations"] == []


# The colours, widths and names of the bars in a picture of cycle stacks.
BARS = """
const label = "Cycle stacks of ranks, in percent";
const picture = document.querySelector(`.stack[aria-label="${label}"]`);
const paint = (mark) => ["Image", "Color"].map(
  (part) => getComputedStyle(mark)["background" + part]).join();
const legend = picture.previousElementSibling.querySelectorAll("i");
const cells = document.querySelectorAll(`[role=region][aria-label="${label}"] tbody tr`);
return {
  kinds: Array.from(legend, (mark) => [mark.className, paint(mark)]),
  bars: Array.from(picture.querySelectorAll("div"), (row) => [
    row.querySelector("span").textContent, row.querySelector("b").getBoundingClientRect().width,
    Array.from(row.querySelectorAll("i"), (mark) =>
      [mark.className, mark.getBoundingClientRect().width, paint(mark)])]),
  cells: Array.from(cells, (row) => Array.from(row.children, (cell) => cell.textContent)),
};
"""


def test_bars_show_the_stacks_of_the_table(heat):
    """Each part of a bar has a different colour, and is as long as its share."""
    said = browser.ask(heat, BARS)
    kinds = dict(said["kinds"])
    assert len(set(kinds.values())) == len(kinds) >= 5
    assert len(said["bars"]) == len(said["cells"]) == 16
    for (head, whole, marks), (name, *cells) in zip(said["bars"], said["cells"], strict=True):
        assert head == name
        assert all(paint == kinds[kind] for kind, _, paint in marks)
        widths = {kind: width for kind, width, _ in marks}
        assert sum(widths.values()) == pytest.approx(whole, abs=3)
        for kind, share in zip(kinds, cells, strict=True):
            assert 100 * widths.get(kind, 0) / whole == pytest.approx(float(share), abs=0.3)


def test_steering_by_keyboard_and_slider(heat):
    said = browser.ask(heat, STEER)
    sent = 2 * 15 * STEPS
    all_messages = int(re.search(r"([\d,]+) messages", said["all"])[1].replace(",", ""))
    assert all_messages >= sent
    ends = {
        name: [int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", text)[:2]]
        for name, text in said.items()
        if isinstance(text, str)
    }
    begin, end = ends["all"]
    assert begin == 0
    assert ends["in"][1] - ends["in"][0] == pytest.approx(end / 2, abs=1)
    assert said["home"] == said["all"] and said["clicked"] == said["in"]
    assert ends["first"][0] == 0 and ends["last"][1] == end
    assert said["spoken"] == said["first"] and said["focusable"]


POINT = """
const canvas = document.getElementById("line-canvas"), tip = document.getElementById("tip");
const text = (id) => document.getElementById(id).textContent;
const box = canvas.getBoundingClientRect();
const send = (kind, name, x, y, more) => canvas.dispatchEvent(new kind(name, {
  clientX: box.left + x, clientY: box.top + y, bubbles: true, cancelable: true, ...more}));
const line = JSON.parse(document.getElementById("data").textContent).timeline;
const said = {all: text("line-said"), cycles: line.cycles};
send(PointerEvent, "pointermove", box.width - 20, 9);
said.at_the_end = tip.hidden ? "" : tip.textContent;
let message = "";
for (let y = 0; y < 16 * 18 && !message; y++)
  for (let x = 60; x < box.width && !message; x += 2) {
    send(PointerEvent, "pointermove", x, y);
    if (tip.textContent.startsWith("Message")) message = tip.textContent;
  }
said.message = message;
send(PointerEvent, "pointerleave", 0, 0);
said.hidden = tip.hidden;
send(WheelEvent, "wheel", box.width / 2, 50, {deltaY: -300});
said.wheel = text("line-said");
send(PointerEvent, "pointerdown", 500, 50, {buttons: 1, pointerId: 1});
send(PointerEvent, "pointermove", 400, 50, {buttons: 1, pointerId: 1});
said.drag = text("line-said");
document.getElementById("line-all").click();
const find = document.getElementById("line-find");
const search = (what) => {
  find.value = what;
  find.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
  return text("line-chosen");
};
said.rank = search("Rank 7");
said.reduce = [search("reduce"), search("reduce"), text("line-said")];
said.none = search("nothing like it");
said.clicked = "";
for (let x = box.width - 20; x > 60 && !said.clicked.includes("MPI_"); x -= 2) {
  send(MouseEvent, "click", x, 9);
  said.clicked = text("line-chosen");
}
const spot = (id, x, y) => {
  const at = document.getElementById(id), where = at.getBoundingClientRect();
  at.dispatchEvent(new PointerEvent("pointermove", {
    clientX: where.left + x * where.width, clientY: where.top + y * where.height, bubbles: true}));
  return tip.hidden ? "" : tip.textContent;
};
send(WheelEvent, "wheel", box.width / 2, 50, {deltaY: -300});
const overview = document.getElementById("overview-canvas");
const ends = overview.getBoundingClientRect();
overview.dispatchEvent(new PointerEvent("pointerdown", {
  clientX: ends.left + ends.width * 0.25, clientY: ends.top + 4, pointerId: 2}));
said.overview = text("line-said");
said.profile = spot("profile-canvas", 0.01, 0.4);
const matrix = document.getElementById("matrix-canvas").getBoundingClientRect();
said.matrix = spot("matrix-canvas", 1.5 / 16 * matrix.height / matrix.width, 0.5 / 16);
said.chip = [];
for (let x = 0.3; x < 0.7; x += 0.01) said.chip.push(spot("chip-canvas", x, 0.1));
return said;
"""


def _numbers(text):
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]


def test_reading_into_the_page(heat, onchip):
    said = browser.ask(heat, POINT)
    cycles = said["cycles"]
    last = re.fullmatch(r"rank 0: MPI_.*, cycles ([\d,]+) to ([\d,]+), .* µs\)", said["clicked"])
    assert last, said["clicked"]
    assert re.match(r"rank 0: (MPI_.*|computation), cycles [\d,]+ to ", said["at_the_end"])
    sender, receiver, size, _, *_ = _numbers(said["message"])
    assert sender != receiver and max(sender, receiver) < 16 and size <= 1000
    assert said["hidden"]
    source = (ROOT / "examples/heat2d.c").read_text().splitlines()
    of = r"(MPI_\w+), at [^:]*heat2d\.c:(\d+): (.*?)"
    (own,) = re.findall(rf": {of}, cycles", said["clicked"])
    sent = re.search(rf"{of} to {of}, cycles", said["message"]).groups()
    for name, number, text in (own, sent[:3], sent[3:]):
        assert source[int(number) - 1].strip() == text and name in text
    whole, wheel, drag = (_numbers(said[name])[:2] for name in ("all", "wheel", "drag"))
    assert wheel[1] - wheel[0] == pytest.approx((whole[1] - whole[0]) / 2, abs=2)
    assert drag[1] - drag[0] == pytest.approx(wheel[1] - wheel[0], abs=2) and drag[0] > wheel[0]
    assert said["rank"].startswith("rank 7 is line 8")
    first, second, window = said["reduce"]
    assert first != second and "MPI_Reduce" in first and "MPI_Reduce" in second
    begin, end = _numbers(second.partition("cycles")[2])[:2]
    assert _numbers(window)[0] <= begin < end <= _numbers(window)[1] <= cycles
    assert said["none"] == "No line and no call is called nothing like it."
    middle = sum(_numbers(said["overview"])[:2]) / 2
    assert middle == pytest.approx(cycles / 4, abs=cycles / 100)
    assert re.fullmatch(r"\S+: [\d.]+ % of all cycles, [\d,]+", said["profile"])
    sent = re.fullmatch(r"From rank 0 to rank 1: ([\d,]+) bytes", said["matrix"])
    assert sent and _numbers(sent[1])[0] >= 4 * 40 * STEPS
    assert any(text.startswith("Tile 0: its cores work") for text in said["chip"])
    assert any(text.startswith("Link from tile 0 to the east") for text in said["chip"])


@pytest.mark.parametrize("dark", [False, True])
def test_a_narrow_screen_scrolls_only_down(heat, dark):
    found = browser.ask(
        heat,
        "document.body.style.width = '390px';"
        "window.dispatchEvent(new Event('resize'));"
        "const right = document.body.getBoundingClientRect().right;"
        "return [...document.body.querySelectorAll('*')].filter((each) =>"
        " each.getBoundingClientRect().right > right && !each.closest('.scroll table'))"
        ".map((each) => each.outerHTML.slice(0, 80));",
        dark=dark,
    )
    assert found == []


# Colours that are drawn together. Each pair must be distinguishable with normal sight and with each
# form of colour blindness.
PICTURES = (
    ("mpi", "omp", "other", "none", "arrow"),
    ("work", "network", "waiting", "none", "hot", "mark"),
    ("work", "memory", "network", "waiting"),
)
SIGHTS = (None, "protanomaly", "deuteranomaly", "tritanomaly")


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_differ_for_everybody(sight):
    style = (Path(page.__file__).parent / "page.css").read_text()
    for theme in style.split("@media")[:2]:
        colours = dict(re.findall(r"--(\w+): #(\w{6})", theme))
        seen = {}
        for name, text in colours.items():
            seen[name] = numpy.array([int(text[at : at + 2], 16) for at in (0, 2, 4)])
            if sight:
                space = {"name": "sRGB1+CVD", "cvd_type": sight, "severity": 100}
                shown = cspace_convert(seen[name] / 255, space, "sRGB1")
                seen[name] = numpy.clip(shown, 0, 1) * 255
        for picture in PICTURES:
            for one, other in itertools.combinations(picture, 2):
                apart = deltaE(seen[one], seen[other], "sRGB255", uniform_space="CIELab")
                assert apart >= 20, (one, other, apart)


DRAWN = """name = "drawn"
[drawn]
routers = 4
tiles = [0, 0, 1, 2, 3]
links = [[0, 1], [1, 2], [2, 3], [3, 0]]
[tile]
cores = 1
memory_kb = 256
[network]
topology = "drawn"
circuits = "exclusive"
levels = 8
buffers = "per_level"
"""
CIRCUIT = """#include <mpi.h>
#include <onchip_qos.h>
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1 && ni_open_channel(qos_address(3), false))
        return 1;
    for (volatile int i = 0; i < 5000; i++)
        ;
    if (rank == 1)
        ni_close_channel(qos_address(3), false);
    MPI_Finalize();
}
"""
MARKED = """
const slider = document.getElementById("chip-time");
const canvas = document.getElementById("chip-canvas");
slider.value = Math.floor(slider.max / 2);
slider.dispatchEvent(new Event("input"));
const chip = JSON.parse(document.getElementById("data").textContent).chip;
const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
let seen = 0;
for (let at = 0; at < pixels.length; at += 4)
  seen += pixels[at] === 0 && pixels[at + 1] === 48 && pixels[at + 2] === 122;
return {
  said: document.getElementById("chip-said").textContent,
  marks: chip.marks[slider.value], arrows: chip.arrows, seen,
};
"""


@pytest.mark.parametrize("chip", ["drawn.toml", "qm3x3"])
def test_circuits_and_priorities(onchip, chip):
    onchip.write("drawn.toml", DRAWN)
    onchip.write("circuit.c", CIRCUIT)
    words = ("--chip", chip, "--priority", "0:2=7", "--report", "page.html", "circuit.c")
    onchip("run", "-n", "5", *words)
    found = browser.ask(onchip.folder / "page.html", MARKED)
    assert found["marks"] == [[1, 3, 0], [0, 2, 7]]
    assert "Circuits that are open: 1." in found["said"]
    assert "packets have a priority: 1, the highest 7." in found["said"]
    assert found["seen"] > 20
    links = 4 if chip == "drawn.toml" else 2 * 3 * 2
    assert len(found["arrows"]) == 2 * links


def of_size(ranks, messages, windows, calls):
    """An invented trace, as large as a page must cope with."""
    chip = chips.load("mesh32x32", [])
    cycles = 10_000_000
    lanes = [Lane(rank, 0, rank) for rank in range(ranks)]
    step = cycles // calls
    for lane in lanes:
        calls = ((at, at + step // 2, "MPI_Sendrecv") for at in range(0, cycles, step))
        lane.regions = Regions.of(calls)
    links = [(n, router, port) for n in (0, 1) for router in range(ranks) for port in range(5)]
    pictures = [
        Picture(
            window * cycles // windows,
            array("Q", [window * (index % 97) for index in range(len(links))]),
            [(window * 100, window * 30, window * 20)] * ranks,
            array("I", [1] * ranks),
        )
        for window in range(1, windows + 1)
    ]
    tiles = [[tile] for tile in range(ranks)]
    trace = Trace(chip, "large.c", cycles, ranks, lanes, links, pictures, tiles)
    trace.messages = Messages.of(
        Message(i % ranks, (i * 7 + 1) % ranks, 0, 0, 64, i * 90, i * 90, i * 90 + 5000, "MPI_Send",
                "MPI_Recv")
        for i in range(messages)
    )  # fmt: skip
    return trace


@pytest.mark.parametrize("ranks", [16, 17])
def test_who_sends_to_whom(ranks):
    trace = Trace(None, "a.c", 100, ranks, [], [], [], [])
    trace.messages = Messages.of(
        Message(0, to, 0, 0, size, 1, 1, 2, "MPI_Send", "MPI_Recv")
        for to, size in ((1, 64), (1, 36), (2, 8))
    )
    body = matrix.view(trace).body
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", body)
    if ranks == 16:
        assert "Bytes that each rank sends to each" in body
        assert [cell for cell in cells if cell] == ["100", "8"]
    else:
        assert "The pairs with most bytes" in body and cells == ["100", "2", "8", "1"]


def test_outermost_calls_of_a_lane():
    names = ("MPI_Send", "MPI_Recv", "GOMP_barrier", "MPI_Send", "MPI_Send")
    times = ((0, 10), (2, 10), (12, 20), (30, 40), (44, 50))
    regions = Regions.of((*time, name) for time, name in zip(times, names, strict=True))
    whole = timeline._calls(regions, 0)
    assert whole == [
        (0, 10, 0, "MPI_Send", ""),
        (12, 20, 1, "GOMP_barrier", ""),
        (30, 40, 0, "MPI_Send", ""),
        (44, 50, 0, "MPI_Send", ""),
    ]
    assert timeline._calls(regions, 4) == [*whole[:2], (30, 50, 0, "MPI_Send", "")]
    assert timeline._calls(regions, 3) == whole


def test_times_cycles_and_longest_of_a_call():
    lanes = [Lane(0, 0, 0, Regions.of([(0, 10, "MPI_Send"), (20, 25, "MPI_Send")]))]
    body = timeline.view(Trace(None, "a.c", 30, 1, lanes, [], [], [])).body
    assert re.findall(r"<td[^>]*>([^<]*)</td>", body) == ["2", "15", "10"]


@pytest.mark.long
def test_a_thousand_cores_and_a_hundred_thousand_messages(tmp_path):
    trace = of_size(1024, 100_000, 300, 200)
    outcome = Outcome("exit", 0, "", 1.0, 1024, "mesh32x32", trace.cycles, 1)
    to = tmp_path / "large.html"
    page.write(trace, outcome, None, to)
    assert to.stat().st_size < 20e6
    script = """return {
      drawn: Number(document.documentElement.dataset.drawn),
      said: document.getElementById("line-said").textContent,
    };"""
    found = browser.ask(to, script, real_time=True)
    # Milliseconds from the load of the page's last byte until the page is drawn. The machine may be
    # busy.
    assert 0 < found["drawn"] < 1000
    # Forty ranks are drawn at a time, and a message only if both its ends are.
    drawn = sum(m.sender < 40 and m.receiver < 40 for m in trace.messages)
    assert found["said"] == f"Cycles 0 to 10,000,000, rank 0 to rank 39; {drawn:,} messages."


RING = """#include <mpi.h>
int main(int argc, char **argv) {
    int rank, size, got;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 5; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return got != (rank + size - 1) % size;
}
"""


@pytest.mark.long
def test_a_run_of_a_thousand_cores(onchip):
    onchip.write("ring.c", RING)
    words = ("--profile", "--report", "ring.html", "ring.c")
    onchip("run", "-n", "1024", "--chip", "mesh32x32", *words)
    script = """return {
      drawn: Number(document.documentElement.dataset.drawn),
      said: document.getElementById("line-said").textContent,
    };"""
    found = browser.ask(onchip.folder / "ring.html", script, real_time=True)
    assert 0 < found["drawn"] < 3000  # milliseconds
    # The ring's messages between the forty ranks, and those of MPI_Init and MPI_Finalize.
    assert int(re.search(r"([\d,]+) messages", found["said"])[1].replace(",", "")) >= 5 * 39


def test_summary_and_statistics(onchip):
    run = ("run", "-n", "4")
    onchip.write("none.c", "int main(void) { return 0; }")
    assert not onchip(*run, "none.c").err
    told = onchip(*run, "--summary", "none.c").err.splitlines()
    report = onchip(*run, "--stats=all.json", "none.c")
    assert not report.out and not report.err
    values = json.loads((onchip.folder / "all.json").read_text())
    assert values["summary"] == told
    assert f"{values['cycles']:,} cycles" in told[0] and "4 ranks" in told[0]
    assert values["statistics"] == onchip(*run, "--json", "none.c").json["statistics"]
    assert "wall seconds" in onchip(*run, "--stats", "none.c").err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--report", "page.pdf"), "right: a name that ends with .html"),
        (("--report", "missing/page.html"), "nothing can be written into the folder missing"),
        (("--host", "--report", "page.html"), "--report is for the chip"),
    ],
)
def test_wrong_use(onchip, words, message):
    onchip.write("none.c", "int main(void) { return 0; }")
    run = onchip("run", "-n", "1", *words, "none.c", code=Exit.USAGE)
    assert message in run.err


def test_picture(heat):
    """The README's picture is made by `PICTURES=docs/images pytest tests/test_report.py -k
    picture`.
    """
    folder = Path(os.environ.get("PICTURES", heat.parent)).absolute()
    for name, dark in (("report.png", False), ("report-dark.png", True)):
        to = (folder if not dark else heat.parent) / name
        browser.picture(heat, to, 1000, 1250, dark)
        pixels = image.imread(to)
        assert pixels.shape[:2] == (1250, 1000)
        # The page has the brightness of its theme, and shows much more than text.
        assert (pixels[..., :3].mean() < 0.5) == dark
        assert len(numpy.unique(pixels[::3, ::3, :3].reshape(-1, 3), axis=0)) > 100


def test_links_that_differ_are_dashed(onchip):
    onchip.write(
        "chiplets.toml",
        "[mesh]\ncolumns = 4\nrows = 2\n[tile]\ncores = 1\nmemory_kb = 256\n"
        "[[link]]\nchiplet_columns = 2\ndelay = 9\nflit_cycles = 4\n",
    )
    words = ("--chip", "chiplets.toml", "--report", "page.html")
    onchip("run", "-n", "8", *words, ROOT / "examples/ring.c")
    text = (onchip.folder / "page.html").read_text()
    chip = json.loads(re.search(r'id="data"[^>]*>(.*?)</script>', text, re.DOTALL)[1])["chip"]
    # Router and direction: east is 0, west 1.
    assert [chip["arrows"][place] for place in chip["others"]] == [[1, 0], [2, 1], [5, 0], [6, 1]]
