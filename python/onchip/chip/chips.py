"""Finds and reads chip files: those that come with onchip, and the user's own."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from onchip.base import nearest, project
from onchip.base.failures import Exit, Failure

ONE_ROUTE = ("xy", "yx", "o1turn")  # values of network.routing with one route to each target
# Maps the key of each network in statistics to its name for users, in the simulator's order.
NETWORKS = {
    key: key.replace("_", " ")
    for key in ("requests", "responses", "data_requests", "data_responses")
}


@dataclass(frozen=True)
class ChipFile:
    """A chip file that has been read and checked, with settings applied: its path, its values by
    table, and the simulator's object for it.
    """

    path: Path
    config: dict
    checked: object

    @property
    def name(self) -> str:
        """The chip's name."""
        return self.config["name"]

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        if "drawn" in self.config:
            return len(self.config["drawn"]["tiles"])
        return self.config["mesh"]["columns"] * self.config["mesh"]["rows"]

    @property
    def shape(self) -> str:
        """The connection of the routers, in two words."""
        if "shape" in self.config:
            name = self.config["network"]["topology"].replace("_", " ")
            return f"{'×'.join(map(str, self.config['shape']['sizes']))} {name}"
        if "drawn" in self.config:
            return f"{self.config['drawn']['routers']} drawn"
        ring = " torus" if self.config["network"]["topology"] == "torus" else ""
        return f"{self.config['mesh']['columns']}×{self.config['mesh']['rows']}{ring}"

    @property
    def isa(self) -> str:
        """The instruction set of the cores."""
        return self.config["core"]["isa"]

    @property
    def keeps_order(self) -> bool:
        """Whether packets from one tile to another arrive in order, which programs require."""
        network = self.config["network"]
        return network.get("routing", "xy") in ONE_ROUTE and network.get("channels", 0) == 0

    def of_tiles(self, key: str) -> list[int]:
        """For each tile, the value of a key of `[tile]` or of the tile's kind."""
        values = [self.config["tile"][key]] * self.tiles
        for kind in self.config["tile_kind"]:
            for tile in kind["tiles"]:
                values[tile] = kind[key]
        return values

    @property
    def cores(self) -> int:
        """The number of cores of all tiles."""
        return sum(self.of_tiles("cores"))

    @property
    def tile_of(self) -> list[int]:
        """The tile of each core."""
        cores = enumerate(self.of_tiles("cores"))
        return [tile for tile, count in cores for _ in range(count)]

    @property
    def shares_tiles(self) -> bool:
        """Whether a tile can hold several ranks."""
        return max(self.of_tiles("cores")) > 1

    @property
    def shares_fpu(self) -> bool:
        """Whether the cores of every tile reach a floating-point unit at a memory controller."""
        units = [memory["tiles"] for memory in self.config["memory"] if memory["fpu"] != "none"]
        return all(any(not tiles or tile in tiles for tiles in units) for tile in range(self.tiles))

    @property
    def has_multicasts(self) -> bool:
        """Whether a packet can go to several tiles."""
        return self.config["network"]["multicast"] != "none"

    @property
    def has_accumulators(self) -> bool:
        """Whether the hardware combines words of several tiles."""
        return self.config["ni"]["accumulators"] > 0

    def program_cores(self, kernel: bool) -> list[int]:
        """The cores that a rule of --map may give to ranks: all but those of resource managers and,
        with a kernel, the last core of each tile.
        """
        managers = self.of_tiles("resource_managers")
        kept, end = [], 0
        for count, reserved in zip(self.of_tiles("cores"), managers, strict=True):
            reserved = max(reserved, int(kernel))
            kept += range(end, end + max(count - reserved, 0))
            end += count
        return kept


def names() -> list[str]:
    """The chips that come with onchip, small ones first."""
    files = (project.root() / "chips").glob("*.toml")
    return sorted((file.stem for file in files), key=lambda name: (len(name), name))


def find(name: str) -> Path:
    """The file of a chip: `name` is one of `names()`, or a path."""
    if name.endswith(".toml") or "/" in name:
        path = Path(name)
        if not path.is_file():
            what = f"{name} is no file" if path.exists() else f"no chip file {name}"
            raise Failure(Exit.CHIP, f"{what}; `onchip chip list` shows the chips there are")
        return path
    path = project.root() / "chips" / f"{name}.toml"
    if not path.is_file():
        known = names()
        raise Failure(
            Exit.CHIP,
            f"no chip '{name}': there are {', '.join(known)}; or give the path of a .toml file"
            + nearest.suggestion(name, known),
        )
    return path


def load(name: str, settings: Sequence[str] = ()) -> ChipFile:
    """Reads and checks a chip file. `settings` such as `network.levels=8` replace its values. Fails
    with every error of a wrong file.
    """
    _core = project.simulator()
    path = find(name)
    try:
        checked = _core.Chip(text(path, settings), str(path))
    except _core.ChipError as error:
        beside = f"\n(with {', '.join(settings)})" if settings else ""
        raise Failure(Exit.CHIP, f"{error}{beside}") from error
    return ChipFile(path, checked.tables(), checked)


def text(path: Path, settings: Sequence[str] = ()) -> str:
    """The text of a chip file with `settings` applied, unchecked."""
    try:
        found = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Failure(Exit.CHIP, f"{path}: not a TOML file: it is not text in UTF-8") from error
    except OSError as error:
        raise Failure(Exit.CHIP, f"{path}: cannot be read: {error.strerror}") from error
    try:
        return project.simulator().change_chip(found, list(settings)) if settings else found
    except ValueError as error:
        raise Failure(Exit.USAGE, f"--set {error}") from error
