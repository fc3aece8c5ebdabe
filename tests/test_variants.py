"""Each symbol has one definition, and linker scripts choose the variant that a program calls. A
function whose callers are all in one file may instead have a default there, which is weak.

A program is linked with the library, one transport, and one archive for each group of OpenMP's
mechanisms (runtime/link/variant.h).
"""

import functools
import itertools
import re
import subprocess
from collections import Counter, defaultdict

import pytest

from conftest import ROOT
from onchip.build import compiler, mechanisms

# PROVIDE(name = c), with any number of conditions DEFINED(a) ? b : before c, or several with ||.
CHOICE = re.compile(r"PROVIDE\((\w+) =([^;]*)\);")
CONDITION = re.compile(r"DEFINED\((\w+)\)")

pytestmark = pytest.mark.parametrize("kind", ["chip", "host"])


@functools.cache
def listed(folder, archive):
    """The global symbols of an archive: object, kind as nm prints it, name."""
    words = ["nm", "--print-file-name", "--extern-only", str(folder / f"lib{archive}.a")]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return re.findall(r"^(\S+): *[0-9a-f]* (\w) (\w+)$", text, re.MULTILINE)


def defined(folder, archive):
    """The number of definitions of each global symbol in an archive. If a symbol has weak and other
    definitions, the larger of the two numbers counts.
    """
    symbols = [symbol for symbol in listed(folder, archive) if symbol[1] not in "Uvw"]
    weak = Counter(name for _, kind, name in symbols if kind in "VW")
    return weak | Counter(name for _, kind, name in symbols if kind not in "VW")


def offered(side):
    """The archives that every program of a side is linked with, except the C library's."""
    for transport in compiler.TRANSPORTS:
        for values in itertools.product(*mechanisms.MECHANISMS.values()):
            choices = zip(mechanisms.MECHANISMS, values, strict=True)
            libraries = mechanisms.libraries(choices, side).values()
            yield ("onchip", f"onchip-{transport}", *(name[2:] for name in libraries))


def scripts(folder):
    """The choices in the linker scripts: name, conditions, variants."""
    text = "".join(file.read_text() for file in folder.glob("*.ld") if file.stem != "onchip")
    found = CHOICE.findall(text)
    assert len(found) == text.count("PROVIDE(") > 700
    return [
        (name, CONDITION.findall(choice), re.findall(r"\w+", CONDITION.sub("", choice)))
        for name, choice in found
    ]


def together(side):
    """Pairs of archives that can be linked into one program of a side."""
    return {pair for names in offered(side) for pair in itertools.combinations(names, 2)}


@pytest.fixture
def folder(kind):
    """The folder of the built runtime."""
    return ROOT / "build" / kind


def test_every_program_has_one_definition_of_each_symbol(folder):
    archives = {name: defined(folder, name) for name in set(itertools.chain(*offered(folder.name)))}
    for name, symbols in archives.items():
        twice = {symbol for symbol, times in symbols.items() if times > 1}
        assert not twice, (name, twice)
    for one, other in together(folder.name):
        assert one != other
        twice = archives[one].keys() & archives[other].keys()
        assert not twice, (one, other, twice)


def test_no_other_file_calls_a_function_with_a_default(folder):
    """If another file called the function, the linker might link the file with the strong
    definition only because of this call. Programs must link that file for another symbol that it
    defines.
    """
    symbols = {
        s for name in set(itertools.chain(*offered(folder.name))) for s in listed(folder, name)
    }
    objects = defaultdict(lambda: defaultdict(set))
    for file, kind, name in symbols:
        objects[name]["calls" if kind in "Uvw" else "weak" if kind in "VW" else "strong"].add(file)
    defaults = {name for name, found in objects.items() if found["weak"] and found["strong"]}
    assert {"oc_answer", "oc_buffered_send", "oc_transport_fetch_part"} <= defaults
    for name in defaults:
        assert not objects[name]["calls"], name
        for file in objects[name]["strong"]:
            names = {other for other, found in objects.items() if file in found["strong"]}
            assert names - defaults, (name, file)


def test_what_a_script_names_is_defined_and_what_it_provides_is_not(folder):
    archives = {name: defined(folder, name) for name in set(itertools.chain(*offered(folder.name)))}
    everywhere = {name for symbols in archives.values() for name in symbols}
    # The scripts of both sides name functions for POSIX threads, which only the chip's C library
    # defines.
    everywhere |= {*defined(ROOT / "build" / "chip", "onchip-c")}
    choices = scripts(folder)
    provided = [name for name, *_ in choices]
    assert len(provided) == len(set(provided))
    # Each transport may have one variant of a function, under the function's own name.
    for one, other in itertools.chain(zip(archives, archives, strict=True), together(folder.name)):
        for here, there in ((archives[one], archives[other]), (archives[other], archives[one])):
            doubtful = {name for name, _, found in choices if name in here and {*found} & {*there}}
            assert not doubtful, (one, other, doubtful)
    for name, conditions, variants in choices:
        for word in (*conditions, *variants):
            assert word in everywhere or word in provided, (name, word)


def test_a_choice_leads_to_a_function_in_two_steps_and_there_are_few(folder):
    choices = {name: variants for name, _, variants in scripts(folder)}

    def steps(name):
        return 1 + max(map(steps, choices[name])) if name in choices else 0

    assert max(map(steps, choices)) <= 2
    assert (folder / "variants.ld").read_text().count("PROVIDE(") <= 50


def test_libs_flags_link_the_defaults(folder):
    words = set((folder / "libs.flags").read_text().split())
    linked = mechanisms.libraries((), folder.name).values()
    first = {"onchip", f"onchip-{compiler.TRANSPORTS[0]}", *(name[2:] for name in linked)}
    assert {f"-l{name}" for name in first} <= words
    others = set(itertools.chain(*offered(folder.name))) - first
    assert others and not words & {f"-l{name}" for name in others}


def test_variants_are_declared_beside_the_function(folder):
    """A variant is declared as an implementation of the function that the script provides."""
    headers = "".join(path.read_text() for path in (ROOT / "runtime").rglob("*.h"))
    declared = re.findall(r"OC_VARIANTS\(([^;]*)\);", headers)
    expected = defaultdict(set)
    for name, *rest in (re.split(r",\s*", one) for one in declared):
        expected[name.removesuffix("_ordinary")] |= {*rest}
    for name, conditions, variants in scripts(folder):
        base = name.removesuffix("_ordinary")
        # There are two exceptions. Some variants are built from one source. Each MPI_X has its
        # prototype from the standard, as have oc_next_MPI_X and oc_in_turn_MPI_X.
        if "oc_deque_make" not in conditions and not re.match("(oc_next_|oc_in_turn_)?MPI_", name):
            assert {*variants} <= expected[base], name
