"""Messages that are annotated from outside the program (runtime/mpi/annotation/table.c)."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from onchip.base.failures import Exit, Failure
from onchip.build import compiler
from onchip.build.compiler import Target
from onchip.options.run import GUARANTEED, Annotation

_TABLE = "const struct {{ int sender, receiver, annotation; }} onchip_annotations[] = {{{}}};\n"


def arguments(target: Target, annotations: Sequence[Annotation], folder: Path) -> list[str]:
    """Compiler options that annotate a program's messages.

    They name a source file, which this function writes in a folder below `folder`.
    """
    if not annotations:
        return []
    by_sender = sorted(annotations, key=lambda a: a.sender)
    pairs = [f"{{{a.sender}, {a.receiver}, {_number(a.what)}}}" for a in by_sender]
    text = _TABLE.format(", ".join([*pairs, "{0, 0, 0}"]))
    table = Path(tempfile.mkdtemp(dir=folder), "annotations.c")
    table.write_text(text)
    return [compiler.linking(target, "annotate"), str(table)]


def check_ranks(annotations: Sequence[Annotation], ranks: int) -> None:
    """Fails if an annotation names a rank that does not exist."""
    for annotation in annotations:
        last = max(annotation.sender, annotation.receiver)
        if last >= ranks:
            raise Failure(
                Exit.USAGE,
                f"--annotate {annotation}: there is no rank {last}; ranks are 0 to {ranks - 1}",
            )


def _number(what: str) -> int:
    """The value of an annotation in runtime/mpi/annotation/annotation.h."""
    return 9 if what == GUARANTEED else int(what) + 1
