"""Random programs for a core without a network: straight code, branches forward, loops, calls,
loads and stores in a buffer. They end, and read no values that they have not written.
"""

import random

_DATA = ("a0", "a1", "a2", "a3", "a4", "a5", "t0", "t1", "t2", "s2", "s3", "s4")
_ALU = ("add", "sub", "xor", "or", "and", "slt", "sltu")
_IMMEDIATE = ("addi", "xori", "ori", "andi", "slti", "sltiu")
_SHIFTS = ("sll", "srl", "sra")
_PRODUCTS = ("mul", "mul", "mulh", "mulhu", "mulhsu")
_QUOTIENTS = ("div", "divu", "rem", "remu")
_BRANCHES = ("beq", "bne", "blt", "bge", "bltu", "bgeu")
_BUFFER = 512  # bytes of the buffer


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.labels = 0

    def label(self) -> str:
        self.labels += 1
        return f".L{self.labels}"

    def register(self) -> str:
        return self.random.choice(_DATA)

    def straight(self) -> None:
        """An instruction that does not jump."""
        pick, register = self.random.choice, self.register
        kind = self.random.choices(
            ("alu", "immediate", "lui", "shift", "by", "product", "quotient", "load", "store"),
            (6, 6, 1, 2, 2, 2, 1, 5, 4),
        )[0]
        if kind == "alu":
            line = f"{pick(_ALU)} {register()}, {register()}, {register()}"
        elif kind == "immediate":
            value = self.random.choice(
                (self.random.randint(-32, 31), self.random.randint(-2048, 2047))
            )
            target = register()
            source = self.random.choice((target, register()))
            line = f"{pick(_IMMEDIATE)} {target}, {source}, {value}"
        elif kind == "lui":
            line = f"lui {register()}, {self.random.randrange(1 << 20)}"
        elif kind == "shift":
            line = f"{pick(_SHIFTS)}i {register()}, {register()}, {self.random.randrange(32)}"
        elif kind == "by":
            line = f"{pick(_SHIFTS)} {register()}, {register()}, {register()}"
        elif kind == "product":
            line = f"{pick(_PRODUCTS)} {register()}, {register()}, {register()}"
        elif kind == "quotient":
            divisor = self.random.choice((register(), register(), "zero"))
            line = f"{pick(_QUOTIENTS)} {register()}, {register()}, {divisor}"
        else:
            size, bytes_ = pick((("w", 4), ("w", 4), ("h", 2), ("b", 1)))
            at = self.random.randrange(_BUFFER // bytes_) * bytes_
            at = at if self.random.random() < 0.5 else at % 128 // bytes_ * bytes_
            sign = pick(("", "u")) if kind == "load" and size != "w" else ""
            line = f"{kind[0]}{size}{sign} {register()}, {at}(s0)"
        self.lines.append(line)

    def block(self, depth: int) -> None:
        """A few instructions, with branches forward, loops and jumps among them."""
        for _ in range(self.random.randint(2, 8)):
            kind = self.random.choices(
                ("straight", "skip", "jump", "far", "loop"), (12, 3, 1, 1, 2 if depth else 0)
            )[0]
            if kind == "straight":
                self.straight()
                continue
            there = self.label()
            if kind == "skip":
                a, b = self.register(), self.random.choice((self.register(), "zero"))
                self.lines.append(f"{self.random.choice(_BRANCHES)} {a}, {b}, {there}")
            elif kind == "jump":
                self.lines.append(f"j {there}")
            elif kind == "far":
                self.lines += [f"la t3, {there}"]
                for _ in range(self.random.randrange(3)):
                    self.straight()
                self.lines.append("jr t3")
            else:
                counter = f"s{8 + depth}"
                self.lines.append(f"li {counter}, {self.random.randint(2, 6)}")
                self.lines.append(f"{there}:")
                self.block(depth - 1)
                self.lines.append(f"addi {counter}, {counter}, -1")
                if self.random.random() < 0.3:
                    self.straight()
                self.lines.append(f"bnez {counter}, {there}")
                continue
            for _ in range(self.random.randrange(4)):
                self.straight()
            self.lines.append(f"{there}:")
            if self.random.random() < 0.2:
                self.lines.append("call .Lfunction" + str(self.random.randrange(3)))


def text(seed: int) -> str:
    """The assembler text of a random program."""
    it = _Writer(seed)
    it.lines += [".globl main", "main:", "mv s1, ra", "la s0, buffer"]
    for register in _DATA:
        it.lines.append(f"li {register}, {it.random.getrandbits(it.random.choice((5, 12, 32)))}")
    for _ in range(it.random.randint(2, 6)):
        it.block(2)
    it.lines.append("jr s1")
    for number in range(3):
        it.lines.append(f".Lfunction{number}:")
        for _ in range(it.random.randint(0, 3)):
            it.straight()
        it.lines.append("ret")
    it.lines += [".bss", ".balign 16", "buffer:", f".zero {_BUFFER}"]
    return "\n".join(it.lines) + "\n"
