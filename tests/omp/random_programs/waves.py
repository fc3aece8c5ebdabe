"""Loops whose iterations wait for each other."""

from . import loops
from .maker import Maker, Where, block


def doacross(maker: Maker, where: Where) -> list[str]:
    """Each element is computed from earlier ones."""
    a, deep = maker.name("wave"), maker.choice((1, 1, 2))
    sizes = [maker.number(1, 40) if deep == 1 else maker.number(1, 9) for _ in range(deep)]
    steps = [maker.choice((1, 1, 2)) for _ in sizes]
    types = [maker.choice(("int", "long long", "unsigned long long")) for _ in sizes]
    names = [maker.name("i") for _ in sizes]
    room = 8 + max(size * step for size, step in zip(sizes, steps, strict=True))
    maker.outside(f"unsigned {a}" + f"[{room}]" * deep + (" = {0};" if deep == 1 else " = {{0}};"))
    headers = []
    for name, type, size, step in zip(names, types, sizes, steps, strict=True):
        last = f"({type}){maker.hidden(8 + size * step)}"
        headers.append(f"for ({type} {name} = 8; {name} < {last}; {name} += {step})")
    element = a + "".join(f"[{name}]" for name in names)
    waits, uses = [], []
    for _ in range(maker.number(1, 2)):
        far = [step * maker.number(0, 2) for step in steps]
        if not any(far):
            far[0] = steps[0]
        sink = [f"{n} - {f}" if f else n for n, f in zip(names, far, strict=True)]
        waits.append(f"depend(sink : {', '.join(sink)})")
        uses.append(a + "".join(f"[{each}]" for each in sink))
    sums = " + 3u * ".join([f"{maker.number(1, 9)}u", *uses])
    middle = ["#pragma omp ordered depend(source)"]
    body = [
        f"#pragma omp ordered {' '.join(waits)}",
        f"{element} = mix({sums}, {maker.number(1, 9)}u);",
        *middle,
        *maker.note(where, element),
    ]
    clause = loops.schedule(maker, waves=True)
    nowait = "nowait" if maker.chance(0.4) else ""
    pragma = f"#pragma omp for ordered({deep}) {clause} {nowait}"
    return block([pragma, *headers, *block(body), "#pragma omp barrier"])
