"""Messages that are annotated from outside (runtime/mpi/advise/annotate.c)."""

from collections.abc import Sequence

from onchip import compile
from onchip.compile import Target
from onchip.failures import Exit, Failure
from onchip.run_options import GUARANTEED, Annotation

VARIABLE = "ONCHIP_ANNOTATE"


def known(target: Target) -> bool:
    """Whether a program's transport does something about annotations."""
    return target.transport == compile.NATIVE


def flags(target: Target) -> list[str]:
    """What a program is linked with."""
    if not known(target):
        raise Failure(
            Exit.USAGE, f"--annotate: the transport {target.transport} knows no annotations"
        )
    return [f"@{compile.folder(target) / 'annotate.flags'}"]


def environment(annotations: Sequence[Annotation]) -> list[str]:
    """What says it to the program."""
    words = (f"{a.sender}:{a.receiver}={_number(a.what)}" for a in annotations)
    return [f"{VARIABLE}={','.join(words)}"] if annotations else []


def _number(what: str) -> int:
    """As in runtime/mpi/annotation/annotation.h."""
    return 9 if what == GUARANTEED else int(what) + 1
