"""Programs compile and run with the compiler options of makefiles written for Linux."""

import re
import subprocess

import pytest

from onchip.build import hints

PROGRAM = r"""
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%g %g\n", sqrt(atof("2.25")), pow(2, atof("0.5")));
    return 0;
}
"""
LIBRARIES = "-lm -lc -ldl -lrt -lpthread -lutil -lgomp -lmpi -lmpich"


@pytest.mark.parametrize(
    "options",
    [
        LIBRARIES,
        "-march=native -mtune=native",
        "-march=rv32imafdc -mabi=ilp32d",
        "-pie -fPIE",
        "-pthread",
        "-ansi",
        "-std=c90",
        "-std=iso9899:199409",
        "-ansi -D_XOPEN_SOURCE=500",
    ],
)
def test_a_program_compiles_and_runs(onchip, options):
    onchip.write("prog.c", PROGRAM)
    # Libraries belong after the program, but some makefiles name them before it.
    onchip("cc", *options.split(), "-O2", "prog.c", "-o", "prog", *options.split())
    assert onchip("run", "-n", "1", "prog").out == "1.5 1.41421\n"
    onchip("run", "-n", "1", f"--cflags={options}", "prog.c")


TWICE = "int twice(int n) { return 2 * n; }\n"
PARTS = {
    "main.c": "int twice(int);\nint main(void) { return twice(21); }\n",
    "twice.c": TWICE,
    "twice.i": f'# 1 "twice.c"\n{TWICE}',
    "twice.txt": TWICE,
    "twice.S": ".globl twice\ntwice:\n#ifdef __riscv\n    add a0, a0, a0\n#else\n"
    "    lea (%rdi, %rdi), %eax\n#endif\n    ret\n",
    "words": "main.c -DUNUSED='a b'\n@more\n",
    "more": "twice.c -O2\n",
}


@pytest.mark.parametrize("where", [(), ("--host",)], ids=["chip", "host"])
@pytest.mark.parametrize(
    "words",
    [
        "main.c twice.S",
        "main.c twice.i",
        "-x c twice.txt -x none main.c",
        "@words",
        "-g3 -static-libgcc main.c twice.c",
        "-flto -O2 main.c twice.c",
        "-Wl,--gc-sections,-Map=prog.map -Wl,-rpath,/usr/lib main.c twice.c",
        "-Xlinker -u -Xlinker twice main.c twice.c",
        "main.c -Wl,--start-group -L. -lordinary -Wl,--end-group",
        "main.c -flto -L. -llto",
    ],
)
def test_what_makefiles_give_the_compiler(onchip, words, where):
    for name, text in PARTS.items():
        onchip.write(name, text)
    tools = "" if where else "riscv64-unknown-elf-"
    for name in re.findall(r"-l(lto|ordinary)", words):
        onchip("cc", *where, *(["-flto"] if name == "lto" else []), "-c", "twice.c")
        for command in (f"ar rc lib{name}.a twice.o", f"ranlib lib{name}.a"):
            tool = (tools + command).split()
            subprocess.run(tool, cwd=onchip.folder, check=True)
        listed = subprocess.check_output([f"{tools}nm", onchip.folder / f"lib{name}.a"])
        assert b" T twice" in listed
    onchip("cc", *where, *words.split(), "-o", "prog")
    onchip("run", "-n", "1", *where, "prog", code=42)


def test_parallel_libraries_on_this_machine_are_those_of_onchip(onchip):
    """Our libraries precede GCC's libgomp and another MPI, if these are installed."""
    onchip.write(
        "prog.c",
        "#include <mpi.h>\n#include <omp.h>\n#include <stdio.h>\n"
        "int main(void) {\n    int ranks, sum = 0;\n    MPI_Init(0, 0);\n"
        "    MPI_Comm_size(MPI_COMM_WORLD, &ranks);\n"
        "#pragma omp parallel reduction(+ : sum)\n    sum++;\n"
        '    printf("%d %d\\n", ranks, sum);\n    MPI_Finalize();\n}\n',
    )
    onchip("cc", "--host", "-fopenmp", "prog.c", "-lgomp", "-lmpi", "-lmpich", "-o", "prog")
    assert onchip("run", "--host", "-n", "2", "--threads", "3", "prog").out == "2 3\n" * 2


def test_c90_leaves_programs_the_names_of_c99(onchip):
    onchip.write(
        "own.c",
        "#include <math.h>\n#include <stdio.h>\n"
        "static double fmax(double a, double b) { return a > b ? a + 100 : b + 100; }\n"
        "static int round(double x) { return (int)(x + 0.5); }\n"
        'int main(void) { printf("%g %d\\n", fmax(1, 2), round(2.5)); return 0; }\n',
    )
    onchip("cc", "-std=c90", "own.c", "-o", "own")
    assert onchip("run", "-n", "1", "own").out == "102 3\n"


@pytest.mark.parametrize(
    "option, hint",
    [
        ("-m64", "32-bit RISC-V, and the compiler knows that; leave '-m64' out"),
        ("-msse2", "'-msse2' is for another processor"),
        ("-mtune=generic", "leave -mtune out"),
        ("-shared", "link the .o files, or an archive"),
        ("-lfoo", "the chip has no -lfoo"),
        ("-pg", "leave -pg out: onchip run --stats"),
        ("--coverage", "leave --coverage out: onchip run --stats"),
        ("-march=rv32imac", "leave -march=rv32imac out, or give -march=rv32gc"),
        ("-march=rv32gc_zba", "with Zicsr, Zifencei and no other extension; leave"),
        ("-march=skylake", "or give -march=rv32gc"),
        ("-mabi=ilp32", "leave -mabi=ilp32 out"),
        ("-fuse-ld=gold", "leave -fuse-ld out"),
        ("-Wl,--hash-style=gnu", "'--hash-style=gnu' is for libraries that are loaded"),
    ],
)
def test_an_option_that_is_not_for_the_chip_gets_a_hint(onchip, option, hint):
    onchip.write("prog.c", PROGRAM)
    done = onchip("cc", option, "prog.c", "-o", "prog", code=65)
    given = [line for line in done.err.splitlines() if line.startswith("onchip: ")]
    assert len(given) == 1 and hint in given[0]
    assert len(done.err) < 2000
    assert onchip("run", "-n", 1, f"--cflags={option}", "prog.c", code=65).err.count(hint) == 1


def test_different_faults_get_a_hint_each():
    library = "ld: cannot find -lnowhere: No such file or directory"
    function = "undefined reference to `rpl_malloc'"
    assert len(hints.of(f"{library}\n{function}\n")) == 2


@pytest.mark.parametrize("side", [(), ("--host",)], ids=["chip", "host"])
def test_a_source_that_is_an_argument_gets_a_hint(onchip, side):
    onchip.write(
        "prog.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n"
        '    printf("%d %s\\n", argc, argv[1]);\n    return 0;\n}\n',
    )
    onchip.write("input.c", "int main(void) { return 0; }\n")
    done = onchip("run", *side, "-n", 1, "prog.c", "input.c", code=65)
    assert done.err.count("onchip run prog.c -- input.c") == 1
    assert onchip("run", *side, "-n", 1, "prog.c", "--", "input.c").out == "2 input.c\n"


@pytest.mark.parametrize("name", ["prog.c", "prog.cc"])
def test_a_function_that_mpi_has_removed_gets_a_hint(onchip, name):
    onchip.write(
        name,
        "#include <mpi.h>\nint main(void) {\n    MPI_Aint at;\n"
        "    return MPI_Address(&at, &at);\n}\n",
    )
    done = onchip("run", "-n", 1, name, code=65)
    assert "onchip: MPI 3.0 removed MPI_Address; call MPI_Get_address" in done.err


def test_an_object_of_another_architecture_gets_a_hint(onchip):
    onchip.write("prog.c", "int main(void) { return 0; }\n")
    onchip.write("options", "-march=rv32imac -mabi=ilp32")
    done = onchip("cc", "@options", "prog.c", "-o", "prog", code=65)
    assert done.err.count("rv32gc with the ABI ilp32d") == 1


def test_main_may_be_in_an_archive(onchip):
    onchip.write("main.c", "int twice(int);\nint main(void) { return twice(21); }\n")
    onchip.write("twice.c", "int twice(int n) { return 2 * n; }\n")
    for options in ([], ["--host"]):
        for name in ("main", "twice"):
            onchip("cc", *options, "-c", f"{name}.c")
        subprocess.run(["ar", "rc", "libmain.a", "main.o"], cwd=onchip.folder, check=True)
        onchip("cc", *options, "twice.o", "libmain.a", "-o", "prog")
        onchip("run", "-n", "1", *options, "prog", code=42)


def test_a_header_of_a_library_that_is_not_there_gets_a_hint(onchip):
    onchip.write("prog.c", "#include <curses.h>\nint main(void) { return 0; }\n")
    hint = "compile the library's sources for the chip"
    assert onchip("cc", "prog.c", "-o", "prog", code=65).err.count(hint) == 1
    onchip.write("prog.c", '#include "mine.h"\nint main(void) { return 0; }\n')
    assert hint not in onchip("cc", "prog.c", "-o", "prog", code=65).err


def test_sanitizers_are_the_hosts(onchip):
    onchip.write("prog.c", PROGRAM)
    done = onchip("cc", "-fsanitize=address", "prog.c", "-o", "prog", "-lm")
    assert done.err.count("onchip cc --host -fsanitize=address") == 1
    assert "onchip:" not in onchip("cc", "-fsanitize=undefined", "prog.c", "-o", "prog").err


def test_a_program_that_is_wrong_gets_no_hint(onchip):
    onchip.write("prog.c", "int main(void) { return nothing(); }\n")
    assert "\nonchip: " not in onchip("cc", "prog.c", "-o", "prog", code=65).err


# Maps each loop to the line that the message names, or to 0 if there must be no message. To find
# out which loops GCC 12 compiles wrong, each was compared with the same loop without directives.
LOOPS = {
    "collapse(2)\nfor (unsigned i = 0; i < 5; i++) for (unsigned j = i; j < 5; j++)": 5,
    "collapse(2)\nfor (size_t i = 0; i < 5; i++)\n  for (size_t j = i + 1; /* ; */ j < 5; j++)": 6,
    "\\\n  collapse(2)\nfor (T i = 5; i > 0; i--) for (T j = 0; j < i; j++)": 6,
    "collapse(2)\nTRIANGLE(unsigned)": 5,
    "collapse(2)\nfor (int i = 0; i < n; i++) for (int j = i; j < i + 3; j++)": 5,
    "collapse(2)\nfor (k = 0; k < 5; k++) { for (l = k; l < 5; l++) sum++; }": 5,
    "\nfor (int i = -9; i < 10u; i++)": 5,
    "\nfor (int i = START; i < n; i++)": 5,
    "\nfor (int i = -9; i < sizeof n; i++)": 5,
    # loops that are right, or not known to be wrong
    "collapse(2)\nTRIANGLE(int)": 0,
    "collapse(2)\nfor (unsigned i = 0; i < n; i++) for (unsigned j = i; j < n; j++)": 0,
    "collapse(2)\nfor (unsigned i = 0; i < 5; i++) for (unsigned j = 0; j < 5; j++)": 0,
    "collapse(2)\nfor (unsigned i = 0; i < 5; i++) for (unsigned j = 0; j <= i; j++)": 0,
    "\nfor (unsigned i = 0; i < 5; i++) for (unsigned j = i; j < 5; j++)": 0,
    "\nfor (int i = -9; i < (int)n; i++)": 0,
    "\nfor (int i = 0; i < 10u; i++)": 0,
    "// collapse(2)\nfor (unsigned i = 0; i < 5; i++) for (unsigned j = i; j < 5; j++)": 0,
}
AROUND = """#include <stddef.h>
#define START -9
typedef unsigned short T; static unsigned n = 9, k, l, sum; static void loop(void) {
#pragma omp parallel for reduction(+ : sum) @
sum++; } int main(void) { loop(); return 0; }
"""
MACROS = "-DTRIANGLE(T)=for (T i = 0; i < 5; i++) for (T j = i; j < 5; j++)"


@pytest.mark.parametrize("loops, line", LOOPS.items())
def test_loops_that_gcc_gets_wrong_are_named(onchip, loops, line):
    file = onchip.write("loops.c", AROUND.replace("@", loops))
    flags = (MACROS, "-fopenmp", "-c", file, "-o", "loops.o")
    said = [row for row in onchip("cc", *flags).err.splitlines() if row.startswith("onchip: ")]
    assert len(said) == bool(line), said
    assert all(f"loops.c:{line}: GCC" in row and "right: " in row for row in said)
    assert not onchip("cc", "-w", *flags).err


def test_loops_are_read_whatever_the_order_of_the_words(onchip):
    """The message names the source. GNU make's implicit rule names the object file first and then
    the source.
    """
    onchip.write("loops.c", AROUND.replace("@", next(iter(LOOPS))))
    done = onchip("cc", "-fopenmp", "-c", "-o", "loops.o", "loops.c")
    assert "loops.c:5: GCC" in done.err


def test_code_in_a_section_of_the_programs_own(onchip):
    """The section must be linked among the other code, so that calls in both directions are short
    enough. If the linked program kept the section, the linker would define the symbol
    `__start_own_code`.
    """
    onchip.write(
        "own.c",
        "#include <stdio.h>\nextern char __start_own_code[] __attribute__((weak));\n"
        '__attribute__((noinline, section("own_code"))) int own(void) { return puts("own"); }\n'
        "int main(void) { own(); return __start_own_code != 0; }\n",
    )
    assert onchip("run", "-n", 1, "own.c").out == "own\n"


@pytest.mark.parametrize("compiler", ["cc", "c++"])
def test_integers_of_32_bits_are_int(onchip, compiler):
    """int32_t is int and uint32_t is unsigned on every Linux. So programs mix these types, even
    when warnings are errors.
    """
    onchip.write(
        "integers.c",
        "#include <inttypes.h>\n#include <limits.h>\n#include <stdio.h>\n"
        "int main(void) {\n    int32_t a = INT32_C(5), *b = &a;\n    uint32_t c = UINT32_MAX;\n"
        "    int *d = b;\n    unsigned *e = &c;\n"
        '    printf("%d %u %" PRId32 " %" PRIx32 "\\n", *d, *e, a, c);\n'
        '    sscanf("7 8", "%d %" SCNu32, b, e);\n'
        '    printf("%d %u\\n", a, c);\n    return INT32_MAX != INT_MAX;\n}\n',
    )
    onchip(compiler, "-Wall", "-Wextra", "-Werror", "integers.c", "-o", "integers")
    assert onchip("run", "-n", 1, "integers").out == "5 4294967295 5 ffffffff\n7 8\n"
