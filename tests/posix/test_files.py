"""Files of the host: mappings, folders, locks between ranks, file numbers and times."""

import os

import pytest

from conftest import ROOT


def test_mappings_that_overlap_in_part(onchip):
    """If two mappings overlapped in part, stores into one would be missing in the other. So the
    second mapping is refused if one of the two is for writing. If the second mapping lies within
    the first one, it shares the memory of the first.
    """
    onchip.write("ranges", "x" * 3 * 65536)
    onchip.write(
        "ranges.c",
        "#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
        "#include <sys/mman.h>\nint main(int argc, char **argv) {\n"
        '    int file = open("ranges", O_RDWR);\n'
        "    for (int i = 1; i + 2 < argc; i += 3) {\n"
        "        int rights = argv[i][0] == 'w' ? PROT_READ | PROT_WRITE : PROT_READ;\n"
        "        long first = 65536 * atol(argv[i + 1]), bytes = 65536 * atol(argv[i + 2]);\n"
        "        void *at = mmap(0, bytes, rights, MAP_SHARED, file, first);\n"
        '        printf("%d ", at == MAP_FAILED ? -errno : 1);\n    }\n'
        '    printf("%d\\n", -ENOTSUP);\n}\n',
    )

    def second(*mappings):
        words = ("--set", "tile.memory_kb=4096", "ranges.c", *" ".join(mappings).split())
        one, other, refused = onchip("run", "-n", 1, *words).out.split()
        assert one == "1" and other in ("1", refused)
        return other == "1"

    assert not second("w 0 1", "w 0 2") and not second("w 0 2", "w 1 2")
    assert not second("r 0 1", "w 0 2") and not second("w 1 2", "r 0 2")
    assert second("r 0 1", "r 0 2") and second("w 0 3", "w 1 1") and second("w 0 1", "w 1 2")


def test_stores_into_a_mapping_reach_the_file_at_exit(onchip):
    for options in (), ("--host",):
        onchip("run", "-n", 1, *options, ROOT / "tests/runtime/posix/maps.c")
        assert (onchip.folder / "mapped").read_bytes() == b"at exitown"


@pytest.mark.timeout(900)  # the test may build the C++ library
def test_space_of_file_systems(onchip):
    """docs/c-library.md promises 1 TiB, half of it free, for the file system of every existing
    file.
    """
    onchip.write(
        "space.cpp",
        """
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <sys/statvfs.h>
#include <sys/vfs.h>
int main() {
    struct statvfs status;
    struct statfs old;
    std::cout << statvfs("none", &status) << (errno == ENOENT) << fstatvfs(99, &status)
              << (errno == EBADF) << statfs(".", &old) << fstatfs(0, &old) << " "
              << old.f_blocks * old.f_bsize << "\\n";
    auto space = std::filesystem::space(".");
    std::cout << space.capacity << " " << space.free << " " << space.available << "\\n";
}
""",
    )
    done = onchip("run", "-n", 1, "--set", "tile.memory_kb=4096", "space.cpp")
    assert done.out == f"-11-1100 {1 << 40}\n{1 << 40} {1 << 39} {1 << 39}\n"


def test_folders(onchip):
    """The program prints what it prints on Linux, but may visit a folder's entries in any order."""
    program = ROOT / "tests/runtime/posix/folders.c"
    here, there = (onchip("run", "-n", 1, *options, program) for options in ((), ("--host",)))
    assert here.err == there.err == ""
    for name in ("ftw", "scandir"):
        paths = [line.split()[1] for line in here.out.splitlines() if line.startswith(name)]
        assert len(paths) > 4 and paths[:-1] == sorted(paths[:-1])
    assert sorted(here.out.splitlines()) == sorted(there.out.splitlines())
    kept = [
        [line for line in out.splitlines() if "ftw " not in line] for out in (here.out, there.out)
    ]
    assert kept[0] == kept[1]


def test_locks_of_files_between_ranks(onchip):
    onchip.write(
        "locks.c",
        """
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
static int rank, file;
static void set(int command, short type, long start, long bytes) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = bytes};
    int result = fcntl(file, command, &lock);
    printf("%d: %d %d", rank, result, result < 0 && (errno == EAGAIN || errno == EACCES));
    if (command == F_GETLK && lock.l_type != F_UNLCK)
        printf(" %d %ld %ld %d", lock.l_type == F_WRLCK, (long)lock.l_start, (long)lock.l_len,
               lock.l_pid > 0 && lock.l_pid != getpid());
    puts("");
}
int main(void) {
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    file = open("data", O_RDWR | O_CREAT, 0666);
    if (!rank)
        set(F_SETLK, F_WRLCK, 10, 10);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) {
        set(F_SETLK, F_RDLCK, 5, 6);
        set(F_SETLK, F_RDLCK, 5, 5);
        set(F_GETLK, F_RDLCK, 0, 0);
        set(F_GETLK, F_RDLCK, 0, 10);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) {
        set(F_SETLKW, F_WRLCK, 15, 0);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        set(F_SETLK, F_UNLCK, 14, 3);
        set(F_SETLK, F_UNLCK, 17, 3);
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        set(F_GETLK, F_WRLCK, 14, 0);
        set(F_SETLK, F_WRLCK, 8, 5);
        close(open("data", O_RDWR));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank)
        set(F_GETLK, F_WRLCK, 10, 3);
    MPI_Finalize();
    return 0;
}
""",
    )
    outs = [onchip("run", "-n", 2, *options, "locks.c").out for options in ((), ("--host",))]
    chip, host = (sorted(out.splitlines(), key=lambda line: line[0]) for out in outs)
    assert chip == host and len(chip) == 11


@pytest.mark.parametrize("side", [(), ("--host",)], ids=["chip", "host"])
@pytest.mark.parametrize("wait", ["fcntl(file, F_SETLKW, &lock)", "lockf(file, F_LOCK, 1)"])
def test_ranks_that_wait_for_the_locks_of_each_other(onchip, side, wait):
    """One process gets an error, and when it has closed the file, the others get their locks."""
    onchip.write(
        "circle.c",
        f"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {{
    int rank, ranks;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int file = open("data", O_RDWR | O_CREAT, 0666);
    struct flock lock = {{.l_type = F_WRLCK, .l_start = rank, .l_len = 1}};
    fcntl(file, F_SETLK, &lock);
    MPI_Barrier(MPI_COMM_WORLD);
    lock.l_start = (rank + 1) % ranks;
    lseek(file, lock.l_start, SEEK_SET);
    int result = {wait};
    puts(!result ? "lock" : errno == EDEADLK ? "circle" : "error");
    close(file);
    MPI_Finalize();
    return 0;
}}
""",
    )
    for ranks in (2, 3):
        done = onchip("run", "-n", ranks, *side, "circle.c")
        assert sorted(done.out.split()) == ["circle"] + ["lock"] * (ranks - 1)


def test_files_have_numbers_and_times(onchip):
    """Programs use st_dev and st_ino to tell files apart. The times are this machine's."""
    onchip.write(
        "status.c",
        """
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void tell(const char *name, const struct stat *one) {
    printf("%s %d %d %d %lld %ld %lld\\n", name, (int)one->st_dev, (int)one->st_ino,
           (int)one->st_size, (long long)one->st_mtime, (long)one->st_mtim.tv_nsec,
           (long long)one->st_atime);
}
static void *work(void *names) {
    struct stat one;
    for (char **name = names; *name; name++)
        if (stat(*name, &one))
            perror(*name);
        else
            tell(*name, &one);
    return NULL;
}
int main(int count, char **names) {
    struct stat one;
    pthread_t thread;
    (void)count;
    fstat(open("b", O_RDONLY), &one);
    tell("fstat", &one);
    pthread_create(&thread, NULL, work, names + 1);
    pthread_join(thread, NULL);
    return 0;
}
""",
    )
    for name, bytes in (("a", 3), ("b", 4)):
        onchip.write(name, "x" * bytes)
        os.utime(onchip.folder / name, ns=(bytes * 10**9, 5_000_000_123 * 10**3 + bytes))
    (onchip.folder / "c").hardlink_to(onchip.folder / "a")
    os.utime(onchip.folder / "a", ns=(3 * 10**9, 5_000_000_123 * 10**3))
    names = ("a", "./b", "c", "none", onchip.folder / "a")
    for threads in ((), ("--host",)):
        words = ("run", "-n", 1, "--threads", 2, *threads, "--cflags=-pthread", "status.c", "--")
        done = onchip(*words, *names)
        rows = [line.rsplit(" ", 6) for line in done.out.splitlines()]
        assert [name for name, *_ in rows] == ["fstat", "a", "./b", "c", f"{onchip.folder}/a"]
        assert done.err == "none: No such file or directory\n"
        files = [tuple(row[1:3]) for row in rows]
        if not threads:
            assert files == [("1", number) for number in "12122"]
        assert files == [files[0], files[1], files[0], files[1], files[1]] and files[0] != files[1]
        status = [(onchip.folder / name).stat() for name in "babaa"]
        assert [row[3] for row in rows] == [str(one.st_size) for one in status]
        assert [row[4] for row in rows] == [str(int(one.st_mtime)) for one in status]


def test_limit_of_open_files(onchip):
    """docs/c-library.md allows a process 64 open files, streams included. When a file is closed,
    another file can be opened.
    """
    onchip.write("data", "x")
    onchip.write(
        "files.c",
        """
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    int count = 0, file = -1, last;
    while ((last = open("data", O_RDONLY)) >= 0)
        file = last, count++;
    int full = errno == EMFILE && !fopen("data", "r") && errno == EMFILE;
    close(file);
    FILE *stream = fopen("data", "r");
    int again = stream && getc(stream) == 'x' && open("data", O_RDONLY) < 0;
    printf("%d %d %d %d\\n", count, FOPEN_MAX, full, again);
    return 0;
}
""",
    )
    for ranks in (1, 2):
        done = onchip("run", "-n", ranks, "files.c")
        assert done.out == "64 64 1 1\n" * ranks
    page = (ROOT / "docs/c-library.md").read_text()
    assert "at most 64 open files, streams included" in page


WAITING = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long passed(void) {
    static struct timespec last;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long since = (now.tv_sec - last.tv_sec) * 1000 + (now.tv_nsec - last.tv_nsec) / 1000000;
    last = now;
    return since;
}
static void note(int number) { (void)number; }
int main(void) {
    int file = open("file", O_RDWR | O_CREAT, 0600);
    struct timeval time = {0, 30000};
    struct timespec short_time = {0, 30000000};
    passed();
    printf("%d", select(0, NULL, NULL, NULL, &time));
    printf(" %d %ld\n", passed() >= 30, (long)time.tv_usec);
    printf("%d", poll(NULL, 0, 30));
    printf(" %d", passed() >= 30);
    printf(" %d", pselect(0, NULL, NULL, NULL, &short_time, NULL));
    printf(" %d", passed() >= 30);
    struct pollfd files[3] = {{file, POLLIN | POLLPRI, 9}, {-1, POLLIN, 9}, {50, POLLOUT, 9}};
    printf(" %d", ppoll(files + 1, 1, &short_time, NULL));
    printf(" %d\n", passed() >= 30);
    printf("%d", poll(files, 3, -1));
    printf(" %d %d %d\n", files[0].revents, files[1].revents, files[2].revents);
    fd_set reads, writes;
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    FD_SET(file, &reads);
    FD_SET(file, &writes);
    printf("%d", select(file + 1, &reads, &writes, NULL, NULL));
    printf(" %d %d", FD_ISSET(file, &reads) != 0, FD_ISSET(file, &writes) != 0);
    FD_SET(50, &reads);
    errno = 0;
    printf(" %d", select(51, &reads, NULL, NULL, NULL));
    printf(" %d", errno == EBADF);
    printf(" %d\n", select(-1, &reads, NULL, NULL, NULL));
    signal(SIGALRM, note);
    struct itimerval timer = {{0, 0}, {0, 20000}};
    setitimer(ITIMER_REAL, &timer, NULL);
    errno = 0;
    printf("%d", select(0, NULL, NULL, NULL, NULL));
    printf(" %d\n", errno == EINTR);
    setitimer(ITIMER_REAL, &timer, NULL);
    time = (struct timeval){1, 0};
    printf("%d", select(0, NULL, NULL, NULL, &time));
    printf(" %d %d\n", errno == EINTR, time.tv_sec == 0 && time.tv_usec > 500000);
    FD_ZERO(&reads);
    FD_SET(file, &reads);
    printf("%d\n", select(FD_SETSIZE + 64, &reads, NULL, NULL, &time));
}
"""


def test_waiting_for_files(onchip):
    """select(), poll() and the like find every file ready, and sleep if they get no file."""
    onchip.write("waiting.c", WAITING)
    chip = onchip("run", "-n", 1, "waiting.c")
    assert not chip.err
    assert chip.out == onchip("run", "-n", 1, "--host", "waiting.c").out
