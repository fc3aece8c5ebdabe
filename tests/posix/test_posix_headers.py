"""What the headers of POSIX declare and define, compared with those of this machine."""

import os
import re
import subprocess

import pytest

from conftest import ROOT

# Headers of POSIX that the chip has, except those for sockets.
HEADERS = (
    *("complex", "ctype", "dirent", "dlfcn", "errno", "fcntl", "fenv", "float", "fnmatch", "ftw"),
    *("glob", "grp", "iconv", "inttypes", "langinfo", "libgen", "limits", "locale", "math"),
    *("aio", "nl_types", "poll"),
    *("pthread", "pwd", "regex", "sched", "search", "semaphore", "setjmp", "signal", "spawn"),
    *("stdio", "stdlib", "string", "strings", "sys/mman", "sys/resource", "sys/select"),
    *("sys/stat", "sys/statvfs", "sys/time", "sys/times", "sys/uio", "sys/utsname", "sys/wait"),
    *("sys/syslog", "sys/termios", "sys/ucontext", "syslog", "termios", "time", "ucontext"),
    *("unistd", "utime", "wchar", "wctype", "wordexp"),
)

# Functions that Linux declares and the chip does not.
UNDECLARED = {
    # obsolete, or not part of POSIX
    *("getdate", "psiginfo"),
    *("pthread_attr_getstackaddr", "pthread_attr_setstackaddr"),
    # terminals
    *("ctermid", "grantpt", "posix_openpt", "ptsname", "tcgetsid", "unlockpt"),
}

# Constants that POSIX requires and the C library of a toolchain may lack.
CONSTANTS = (
    *("CMPLX(1,2)", "GLOB_NOMATCH", "GLOB_ABORTED", "GLOB_NOESCAPE", "HOST_NAME_MAX", "SSIZE_MAX"),
    *(
        "LONG_BIT",
        "NL_TEXTMAX",
        "_POSIX_ARG_MAX",
        "PTHREAD_KEYS_MAX",
        "SEM_VALUE_MAX",
        "SEEK_END",
        "O_DSYNC",
    ),
    *("POLLRDNORM", "POLLWRBAND", "PTHREAD_CANCELED", "PTHREAD_EXPLICIT_SCHED", "SEGV_MAPERR"),
    *("BUS_ADRALN", "FPE_INTDIV", "ILL_ILLOPC", "CLD_EXITED", "TRAP_BRKPT", "WEXITED", "WNOWAIT"),
    *("POSIX_MADV_RANDOM", "UTIME_OMIT", "ST_RDONLY", "LOG_MAIL", "LOG_LOCAL7", "LOG_UPTO(3)"),
    *("B115200", "TCOOFF", "FTW_DEPTH", "WRDE_NOCMD", "REG_ESPACE", "RLIMIT_AS", "PRIO_USER"),
)


# Functions that the chip's headers declare although the chip's library lacks them.
UNDEFINED = {"j0l", "j1l", "jnl", "y0l", "y1l", "ynl"}


def declared(words, onchip):
    """The names of the functions that the headers declare."""
    # A compiler cache keeps the object file, but not the list of functions.
    environment = os.environ | {"CCACHE_DISABLE": "1"}
    words = [*words, "-aux-info", "all.aux", "-c", "all.c", "-o", "all.o"]
    subprocess.run(words, cwd=onchip.folder, env=environment, check=True)
    listing = (onchip.folder / "all.aux").read_text()
    found = re.findall(r"^/\* \S+ \*/ extern .*?[ *]([a-z]\w*) \(", listing, re.MULTILINE)
    return set(found)


def link(onchip, side, options, headers, names, values=""):
    """Links a program that uses the address of each function. The program stores each address in a
    volatile variable, because the linker would leave out a variable that nobody reads, and the
    functions to which it refers.
    """
    addresses = "".join(f"#ifndef {name}\nkept = (void *)&{name};\n#endif\n" for name in names)
    program = f"void *volatile kept;\nint main(void) {{\n{addresses}{values}return 0;\n}}\n"
    onchip.write("uses.c", headers + program)
    done = onchip("cc", *side, *options, "uses.c", "-o", "uses", code=None)
    assert done.code == 0, re.findall(r"error: .*|undefined reference .*", done.err)


def test_all_functions_of_posix_are_declared_and_linked(onchip):
    """Asks the headers of this machine which functions POSIX has."""
    headers = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    onchip.write("all.c", headers)
    options = ("-D_XOPEN_SOURCE=700", "-std=c11", "-fno-builtin", "-w")
    names = declared(["gcc", *options], onchip)
    assert len(names) > 800
    values = "".join(f"(void)({name});\n" for name in CONSTANTS)
    for side in ((), ("--host",)):
        link(onchip, side, options, headers, sorted(names - UNDECLARED), values)


@pytest.mark.parametrize("visible", ["_DEFAULT_SOURCE", "_GNU_SOURCE"])
def test_what_is_declared_is_linked(onchip, visible):
    """If this machine's headers and the chip's headers declare a function, the chip's library has
    it.
    """
    headers = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    onchip.write("all.c", headers)
    options = (f"-D{visible}", "-fno-builtin", "-w")
    chip = ["riscv64-unknown-elf-gcc", f"@{ROOT}/build/chip/cc.flags", *options]
    names = declared(chip, onchip) & declared(["gcc", *options], onchip)
    assert len(names) > 1000
    link(onchip, (), options, headers, sorted(names - UNDEFINED))


@pytest.mark.parametrize("standard", ["c11", "gnu17"])
def test_each_header_stands_alone(onchip, standard):
    include = ROOT / "runtime/libc/include"
    names = [str(file.relative_to(include)) for file in include.rglob("*.h")]
    names = [name for name in names if not name.startswith("oc/")]
    for number, name in enumerate(names):
        onchip.write(f"{number}.c", f"#include <{name}>\nint main(void) {{ return 0; }}\n")
    files = [f"{number}.c" for number in range(len(names))]
    done = onchip("cc", f"-std={standard}", "-fsyntax-only", "-Wall", "-Werror", *files, code=None)
    assert done.code == 0, done.err


# Options of POSIX, each with a function that programs call if the option is there.
OPTIONS = {
    "THREADS": "pthread_create",
    "THREAD_SAFE_FUNCTIONS": "strtok_r",
    "READER_WRITER_LOCKS": "pthread_rwlock_rdlock",
    "SPIN_LOCKS": "pthread_spin_lock",
    "BARRIERS": "pthread_barrier_wait",
    "SEMAPHORES": "sem_wait",
    "TIMEOUTS": "pthread_mutex_timedlock",
    "TIMERS": "clock_gettime",
    "MONOTONIC_CLOCK": "clock_getres",
    "CLOCK_SELECTION": "pthread_condattr_setclock",
    "CPUTIME": "clock_getcpuclockid",
    "THREAD_CPUTIME": "pthread_getcpuclockid",
    "PRIORITY_SCHEDULING": "sched_yield",
    "FSYNC": "fsync",
    "REGEXP": "regcomp",
}


@pytest.mark.parametrize("side", [(), ("--host",)], ids=["chip", "host"])
def test_options_of_posix(onchip, side):
    """Each option is defined, sysconf() agrees, and the option's function exists. Where glibc
    defines an option as 0, which lets the library choose, programs ask sysconf().
    """
    uses = "".join(
        f'    printf("{name} %d %d\\n", (_POSIX_{name} + 0) == 0 || _POSIX_{name} == '
        f"sysconf(_SC_{name}), sysconf(_SC_{name}) > 0 && (void *){function} != 0);\n"
        for name, function in OPTIONS.items()
    )
    headers = ("pthread", "regex", "sched", "semaphore", "stdio", "string", "time", "unistd")
    includes = "".join(f"#include <{name}.h>\n" for name in headers)
    onchip.write(
        "options.c",
        f"{includes}int main(void) {{\n{uses}"
        '    printf("%ld %d\\n", _POSIX_VERSION, sysconf(_SC_VERSION) == _POSIX_VERSION);\n'
        "    return 0;\n}\n",
    )
    done = onchip("run", "-n", 1, *side, "options.c")
    assert done.out.splitlines() == [f"{name} 1 1" for name in OPTIONS] + ["200809 1"]


def test_no_real_time_signals(onchip):
    """Programs ask in these ways whether there are real-time signals, which the chip lacks."""
    onchip.write(
        "signals.c",
        """
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#if defined SIGRTMIN || defined SIGRTMAX || defined RTSIG_MAX || defined _POSIX_REALTIME_SIGNALS
#error real-time signals
#endif
int main(void) {
    printf("%ld %ld", sysconf(_SC_REALTIME_SIGNALS), sysconf(_SC_RTSIG_MAX));
    printf(" %d\\n", signal(NSIG, SIG_IGN) == SIG_ERR);
    return 0;
}
""",
    )
    assert onchip("run", "-n", 1, "signals.c").out == "-1 -1 1\n"


@pytest.mark.parametrize("options", [(), ("--host",)], ids=["chip", "host"])
def test_headers_and_names_as_on_linux(onchip, options):
    """Names that picolibc declares, but POSIX and glibc do not, belong to the program."""
    onchip.write(
        "names.c",
        "#include <features.h>\n#include <stdio.h>\n#include <string.h>\n#include <sysexits.h>\n"
        "static const char *strlwr(char *s) { return s + 1; }\n"
        "static int strupr(void) { return EX_USAGE; }\n"
        'int main(void) { char s[] = "ab"; printf("%s %d\\n", strlwr(s), strupr()); }\n',
    )
    assert onchip("run", "-n", 1, *options, "names.c").out == "b 64\n"


# Headers → macros that programs use or test with #ifdef. A header may leave some of its macros to
# the headers that glibc's header includes.
MACROS = {
    "dirent.h": "DT_UNKNOWN DT_FIFO DT_CHR DT_DIR DT_BLK DT_REG DT_LNK DT_SOCK DT_WHT MAXNAMLEN "
    "IFTODT(0100644) DTTOIF(DT_DIR) NAME_MAX",
    "sched.h": "SCHED_OTHER SCHED_FIFO SCHED_RR SCHED_BATCH SCHED_IDLE",
    "sys/ioctl.h": "FIONREAD FIONBIO FIOCLEX FIONCLEX FIOASYNC TIOCGWINSZ",
    "sys/mman.h": "MAP_FILE MAP_GROWSDOWN MAP_DENYWRITE MAP_EXECUTABLE MAP_LOCKED MAP_NORESERVE "
    "MAP_POPULATE MAP_NONBLOCK MAP_STACK MAP_HUGETLB MADV_NORMAL MADV_RANDOM MADV_SEQUENTIAL "
    "MADV_WILLNEED MADV_DONTNEED MADV_FREE MADV_REMOVE MADV_DONTFORK MADV_DOFORK MADV_MERGEABLE "
    "MADV_UNMERGEABLE MADV_HUGEPAGE MADV_NOHUGEPAGE MADV_DONTDUMP MADV_DODUMP",
    "sys/param.h": "DEV_BSIZE EXEC_PAGESIZE MAXSYMLINKS NBBY roundup(7,4) powerof2(8) "
    "howmany(7,4) MIN(2,3) MAX(2,3) INT_MAX CHAR_BIT SIGINT BYTE_ORDER",
    "sys/resource.h": "RLIMIT_CPU RLIMIT_FSIZE RLIMIT_DATA RLIMIT_STACK RLIMIT_CORE RLIMIT_RSS "
    "RLIMIT_NPROC RLIMIT_NOFILE RLIMIT_MEMLOCK RLIMIT_AS RLIMIT_LOCKS RLIMIT_SIGPENDING "
    "RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_RTTIME RLIM_NLIMITS PRIO_MIN PRIO_MAX "
    "RUSAGE_SELF RUSAGE_CHILDREN RUSAGE_THREAD",
    "netdb.h": "AI_PASSIVE AI_CANONNAME AI_NUMERICHOST AI_NUMERICSERV AI_V4MAPPED AI_ALL "
    "AI_ADDRCONFIG NI_NOFQDN NI_NUMERICHOST NI_NAMEREQD NI_NUMERICSERV NI_DGRAM NI_MAXHOST "
    "NI_MAXSERV EAI_AGAIN EAI_BADFLAGS EAI_FAIL EAI_FAMILY EAI_MEMORY EAI_NONAME EAI_SERVICE "
    "EAI_SOCKTYPE EAI_SYSTEM EAI_OVERFLOW EAI_NODATA EAI_ADDRFAMILY HOST_NOT_FOUND TRY_AGAIN "
    "NO_RECOVERY NO_DATA NO_ADDRESS NETDB_INTERNAL NETDB_SUCCESS IPPORT_RESERVED",
    "netinet/in.h": "IPPROTO_IP IPPROTO_ICMP IPPROTO_TCP IPPROTO_UDP IPPROTO_IPV6 IPPROTO_ICMPV6 "
    "IPPROTO_RAW INADDR_ANY INADDR_BROADCAST INADDR_LOOPBACK INADDR_NONE INADDR_UNSPEC_GROUP "
    "INET_ADDRSTRLEN INET6_ADDRSTRLEN IPV6_JOIN_GROUP IPV6_LEAVE_GROUP IPV6_MULTICAST_HOPS "
    "IPV6_MULTICAST_IF IPV6_MULTICAST_LOOP IPV6_UNICAST_HOPS IPV6_V6ONLY IP_TTL IP_TOS "
    "IP_MULTICAST_IF IP_MULTICAST_TTL IP_MULTICAST_LOOP IP_ADD_MEMBERSHIP IP_DROP_MEMBERSHIP "
    "IN_LOOPBACKNET",
    "netinet/tcp.h": "TCP_NODELAY TCP_MAXSEG TCP_CORK TCP_KEEPIDLE TCP_KEEPINTVL TCP_KEEPCNT "
    "TCP_DEFER_ACCEPT",
    "sys/socket.h": "__socklen_t_defined-1 SOCK_STREAM SOCK_DGRAM SOCK_RAW SOCK_SEQPACKET "
    "SOCK_CLOEXEC SOCK_NONBLOCK AF_UNSPEC AF_UNIX AF_LOCAL AF_FILE AF_INET AF_INET6 AF_NETLINK "
    "AF_PACKET PF_UNSPEC PF_UNIX PF_LOCAL PF_FILE PF_INET PF_INET6 PF_NETLINK PF_PACKET "
    "SOL_SOCKET SO_ACCEPTCONN SO_BROADCAST SO_DEBUG SO_DONTROUTE SO_ERROR SO_KEEPALIVE SO_LINGER "
    "SO_OOBINLINE SO_RCVBUF SO_RCVLOWAT SO_RCVTIMEO SO_REUSEADDR SO_REUSEPORT SO_SNDBUF "
    "SO_SNDLOWAT SO_SNDTIMEO SO_TYPE SO_PRIORITY SO_DOMAIN SO_PROTOCOL SOMAXCONN SCM_RIGHTS "
    "MSG_CTRUNC MSG_DONTROUTE MSG_DONTWAIT MSG_EOR MSG_MORE MSG_NOSIGNAL MSG_OOB MSG_PEEK "
    "MSG_TRUNC MSG_WAITALL SHUT_RD SHUT_RDWR SHUT_WR CMSG_LEN(0)>0 CMSG_SPACE(1)>CMSG_LEN(1)",
    "syslog.h": "LOG_EMERG LOG_DEBUG LOG_PID LOG_PERROR LOG_NDELAY LOG_KERN LOG_USER LOG_DAEMON "
    "LOG_AUTHPRIV LOG_FTP LOG_LOCAL0 LOG_LOCAL7 LOG_NFACILITIES LOG_PRIMASK LOG_FACMASK "
    "LOG_PRI(77) LOG_FAC(77) LOG_MAKEPRI(LOG_USER,LOG_ERR) LOG_MASK(3) LOG_UPTO(3)",
    "termios.h": "CRTSCTS CMSPAR CBAUD CBAUDEX CIBAUD NLDLY NL1 CRDLY CR1 CR3 TABDLY TAB1 TAB3 "
    "XTABS BSDLY BS1 VTDLY VT1 FFDLY FF1 XCASE EXTPROC B460800 B921600 B1000000 B4000000 EXTB",
    "unistd.h": "L_SET L_INCR L_XTND TEMP_FAILURE_RETRY(5)",
    "values.h": "BITSPERBYTE CHARBITS SHORTBITS INTBITS FLOATBITS DOUBLEBITS MAXINT MINSHORT",
}


@pytest.mark.parametrize("header", MACROS)
def test_macros_have_the_values_of_glibc(onchip, header):
    names = MACROS[header].split()
    defined = "".join(
        f"#ifndef {re.split('[-(]', name)[0]}\n#error {name}\n#endif\n" for name in names
    )
    printed = "".join(f'    printf("{name} %lld\\n", (long long)({name}));\n' for name in names)
    onchip.write(
        "macros.c",
        f"#define _GNU_SOURCE\n#include <{header}>\n{defined}#include <errno.h>\n"
        f"#include <stdio.h>\nint main(void) {{\n{printed}    return 0;\n}}\n",
    )
    assert (
        onchip("run", "-n", 1, "macros.c").out == onchip("run", "-n", 1, "--host", "macros.c").out
    )
