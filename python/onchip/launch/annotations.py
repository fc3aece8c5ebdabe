"""Messages that are annotated from outside (runtime/mpi/advise/annotate.c)."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from onchip.base.failures import Exit, Failure
from onchip.base.run_options import GUARANTEED, Annotation
from onchip.build import compiler
from onchip.build.compiler import Target

_TABLE = "const struct {{ int sender, receiver, annotation; }} onchip_annotations[] = {{{}}};\n"


def arguments(target: Target, annotations: Sequence[Annotation], folder: Path) -> list[str]:
    """Options of the compiler that give a program's messages these annotations.

    They are in a file below `folder`.
    """
    if not annotations:
        return []
    pairs = [f"{{{a.sender}, {a.receiver}, {_number(a.what)}}}" for a in annotations]
    text = _TABLE.format(", ".join([*pairs, "{0, 0, 0}"]))
    table = Path(tempfile.mkdtemp(dir=folder), "annotations.c")
    table.write_text(text)
    return [f"@{compiler.folder(target) / 'annotate.flags'}", str(table)]


def check_ranks(annotations: Sequence[Annotation], ranks: int) -> None:
    """Fails if messages are annotated that go between ranks which do not exist."""
    for annotation in annotations:
        last = max(annotation.sender, annotation.receiver)
        if last >= ranks:
            raise Failure(
                Exit.USAGE,
                f"--annotate {annotation}: there is no rank {last}; ranks are 0 to {ranks - 1}",
            )


def _number(what: str) -> int:
    """As in runtime/mpi/annotation/annotation.h."""
    return 9 if what == GUARANTEED else int(what) + 1
