"""The page on the register map, the C header and the simulator agree."""

import re

from conftest import ROOT

PAGE = (ROOT / "docs/register-map.md").read_text()
HEADER = (ROOT / "runtime/hal/chip/inline/registers.h").read_text()
SIMULATOR = "".join(
    (ROOT / "simulator/src/protocol" / name).read_text()
    for name in ("core_registers.rs", "device_registers.rs")
)


def _page() -> dict[str, int]:
    """Returns the offsets on the page by name. Offsets of a command buffer's registers are relative
    to the buffer.
    """
    rows = re.findall(r"^\| ?\+?(0x[0-9a-f]+) ?\| ?`(\w+)`", PAGE, re.M)
    return {name: int(offset, 16) for offset, name in rows}


def _header(prefix: str) -> dict[str, int]:
    rows = re.findall(rf"\b{prefix}_(\w+) = (0x[0-9a-f]+|\d+)", HEADER)
    return {name: int(value, 0) for name, value in rows}


def _page_calls() -> dict[str, int]:
    """Returns the numbers of host calls on the page by name."""
    rows = re.findall(r"^\| ?(\d+) ?\| ?(\w+) ?\|", PAGE, re.M)
    return {name.upper(): int(number) for number, name in rows}


def test_the_header_has_the_registers_of_the_page():
    header = _header("REGISTER")
    page = _page()
    assert len(page) > 20
    for name, offset in page.items():
        known = header.get(name, header.get(f"DMA_{name}"))
        assert known == offset, name


def test_the_simulator_has_the_registers_of_the_page():
    rows = re.findall(r"pub const (\w+): u32 = (0x[0-9a-f]+);", SIMULATOR)
    simulator = {name: int(value, 16) for name, value in rows}
    for name, offset in _page().items():
        assert simulator[name] == offset, name


def test_the_page_has_all_registers():
    """Names that the page lacks are those of windows, of their strides, and of the arguments of a
    call.
    """
    rows = re.findall(r"pub const (\w+): u32 = 0x[0-9a-f]+;", SIMULATOR)
    for name in {*rows, *_header("REGISTER")}:
        is_window = name.endswith(("_SHARE", "_STRIDE")) or any(
            other.startswith(f"{name}_") for other in rows
        )
        is_known = name.removeprefix("DMA_") in _page() or re.fullmatch("HOST_A[0-3]|DMA", name)
        assert is_known or is_window, name


def test_command_buffers_are_where_the_page_says():
    first, stride = re.search(r"`(0x\w+) \+ (0x\w+) k`", PAGE).groups()
    header = _header("REGISTER")
    assert (header["DMA"], header["DMA_STRIDE"]) == (int(first, 16), int(stride, 16))


def test_the_header_has_the_calls_of_the_page():
    assert _page_calls() == _header("HOST")


def test_the_simulator_has_the_calls_of_the_page():
    text = (ROOT / "simulator/src/protocol/host_calls.rs").read_text()
    rows = re.findall(r"pub const (\w+): u32 = (\d+);", text)
    assert {name: int(number) for name, number in rows} == _page_calls()
