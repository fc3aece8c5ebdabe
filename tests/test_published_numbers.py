"""Every number in a paper's text or tables is published next to a number of ours."""

import re
from collections import Counter

import pytest

from onchip.paper import paper as papers
from onchip.paper.figure import Figure
from onchip.paper.measured import number
from test_papers_can_fail import World, plant

# Numbers read from the papers, by the beginning of the figure's id. Losses are written without a
# minus sign.
PUBLISHED = {
    "qos-ocmpi": {
        "6": "4942",
        "7": "2613 10331 2993 6935 12527 75000 20000 30000",
        "8": "75 210",
        "p2p": "930 2595 8425 15945 4 7",
        "9": "15 65 70",
        "10": "3 20 10 34",
        "11": "35 37",
    },
    "clustered": {
        "2": "100 110 23 45 25 61 32 39 13 19 23 29 10 15 2",
        "6": "980 2217 6583 1899 13073",
        "7": "604 1237 992 2021",
        "8": "40 50 67 75 80",
        "10a": "7.77 43.52 25.64 26.56",
        "10b": "51.07 35.93 62.28 37.97",
        "10c": "39.84 63.45 8.69",
        "10d": "35.11 19.99 23.32 0.05",
        "10e": "28.74",
    },
    "openmp": {
        "I": "195 231 269 109 137 148 199 233 266 113 140 162 127 220 359 561 102 110 119 126 108 "
        "201 337 539 79 87 94 100 180 66 76 91 93 67 65 200 304 447 116 128 134 125 308 355 426 50 "
        "152 178 210 5.4 2 5",
        "1": "20",
        "parts": "73 20 15 10",
        "2": "45 35 118 25",
        "3": "5 20 300",
    },
    "jobs": {
        "5.1a": "23 76 83 83",
        "5.1b": "21 58 73 48",
        "5.1c": "17 12 7 4",
        "5.1d": "12 4 1",
        "5.1e": "17 13 0.03 0.05",
        "5.1f": "12 0.01 0.04",
        "5.2": "6 60 1 12 15",
    },
    "lwmpi": {
        "18": "2.8",
        "19": "77",
        "20": "3.2 1.8 2.4 4 3.2 52",
        "21": "2 1.4 1.7 2.1 2 57",
        "22": "8.5 8",
    },
}
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def shown(figures):
    """Counts each published number in the rows and in the statements of a figure. Returns for each
    number the larger of the two counts.
    """
    rows = [row for figure in figures for row in figure.rows if row.expected]
    says = [said for figure in figures for said in figure.sayings if said.verdict]
    in_rows = Counter(number(abs(end)) for row in rows for end in set(row.range))
    in_says = Counter(
        text for said in says for text in NUMBER.findall(f"{said.published} {said.text}")
    )
    return in_rows | in_says


@pytest.mark.parametrize("name", papers.names())
def test_every_published_number_has_a_row(monkeypatch, name):
    plant(monkeypatch, World(1, 1, 1))
    monkeypatch.setattr(Figure, "can_place_and_route", True)
    paper = papers.load(name)
    missing = set()
    for begin, numbers in PUBLISHED[name].items():
        ids = [figure.id for figure in paper.figures if figure.id.startswith(begin)]
        there = shown([paper.run(each, repeat=1) for each in ids])
        wanted = Counter(number(float(text)) for text in numbers.split())
        missing |= {f"{begin}: {text}" for text in wanted - there}
    assert not missing
