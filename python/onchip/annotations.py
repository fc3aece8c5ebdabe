"""Messages that are annotated from outside (runtime/mpi/advise/annotate.c)."""

import hashlib
from collections.abc import Sequence

from onchip import compile, project
from onchip.compile import Target
from onchip.run_options import GUARANTEED, Annotation

_TABLE = "const struct {{ int sender, receiver, annotation; }} onchip_annotations[] = {{{}}};\n"


def arguments(target: Target, annotations: Sequence[Annotation]) -> list[str]:
    """What the compiler of a program is told, so that its messages have these."""
    if not annotations:
        return []
    pairs = [f"{{{a.sender}, {a.receiver}, {_number(a.what)}}}" for a in annotations]
    text = _TABLE.format(", ".join([*pairs, "{0, 0, 0}"]))
    table = project.cache() / f"annotations-{hashlib.sha256(text.encode()).hexdigest()[:16]}.c"
    table.write_text(text)
    return [f"@{compile.folder(target) / 'annotate.flags'}", str(table)]


def _number(what: str) -> int:
    """As in runtime/mpi/annotation/annotation.h."""
    return 9 if what == GUARANTEED else int(what) + 1
