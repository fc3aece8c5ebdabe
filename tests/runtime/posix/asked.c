/* Calls of POSIX and Linux that a program without an operating system can have: asynchronous
 * input and output, older functions about signals, room in files, temporary folders, locks of
 * pages, names for large files. */
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static volatile sig_atomic_t came;

static void told(int number, siginfo_t *information, void *context) {
    (void)context;
    came += number == SIGUSR1 && information->si_code == SI_ASYNCIO &&
            information->si_value.sival_int == 5;
}

static void count(int number) {
    (void)number;
    came++;
}

static ssize_t wait_for(struct aiocb *block) {
    const struct aiocb *const all[] = {block};
    while (aio_error(block) == EINPROGRESS)
        aio_suspend(all, 1, NULL);
    errno = aio_error(block);
    return aio_return(block);
}

static void transfers(void) {
    char text[] = "abcdefgh", room[9] = "";
    int file = open("asked.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
    struct sigaction action = {.sa_sigaction = told, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
    struct aiocb put = {.aio_fildes = file, .aio_buf = text, .aio_nbytes = 8, .aio_offset = 3};
    put.aio_sigevent.sigev_notify = SIGEV_SIGNAL;
    put.aio_sigevent.sigev_signo = SIGUSR1;
    put.aio_sigevent.sigev_value.sival_int = 5;
    printf("%d ", aio_write(&put));
    printf("%d ", (int)wait_for(&put));
    for (int i = 0; i < 1000 && !came; i++)
        usleep(1000);
    printf("%d %d\n", (int)came, (int)lseek(file, 0, SEEK_CUR));
    struct aiocb one = {.aio_fildes = file, .aio_buf = room, .aio_nbytes = 4, .aio_offset = 5};
    struct aiocb two = {.aio_fildes = file, .aio_buf = room + 4, .aio_nbytes = 9, .aio_offset = 9};
    one.aio_sigevent.sigev_notify = two.aio_sigevent.sigev_notify = SIGEV_NONE;
    one.aio_lio_opcode = two.aio_lio_opcode = LIO_READ;
    two.aio_nbytes = 4;
    struct aiocb *both[] = {&one, NULL, &two};
    printf("%d ", lio_listio(LIO_WAIT, both, 3, NULL));
    printf("%d %d %s\n", (int)aio_return(&one), (int)aio_return(&two), room);
    struct aiocb sync = {.aio_fildes = file, .aio_sigevent = {.sigev_notify = SIGEV_NONE}};
    printf("%d ", aio_fsync(O_SYNC, &sync));
    printf("%d ", (int)wait_for(&sync));
    printf("%d\n", aio_cancel(file, NULL) == AIO_ALLDONE);
    close(file);
    int reads = open("asked.tmp", O_RDONLY);
    put.aio_fildes = reads;
    put.aio_sigevent.sigev_notify = SIGEV_NONE;
    aio_write(&put);
    printf("%d ", (int)wait_for(&put));
    printf("%s\n", strerror(errno));
    close(reads);
}

static void signals(void) {
    came = 0;
    printf("%d\n", sigset(SIGUSR2, count) == SIG_DFL);
    sighold(SIGUSR2);
    raise(SIGUSR2);
    printf("%d ", (int)came);
    sigrelse(SIGUSR2);
    printf("%d\n", (int)came);
    printf("%d ", sigset(SIGUSR2, SIG_HOLD) == count);
    raise(SIGUSR2);
    printf("%d ", (int)came);
    printf("%d ", sigset(SIGUSR2, count) == SIG_HOLD);
    printf("%d\n", (int)came);
    sigignore(SIGUSR2);
    raise(SIGUSR2);
    printf("%d %d\n", (int)came, sighold(999) < 0 && errno == EINVAL);
    sigset_t one, other, both;
    sigemptyset(&one);
    sigemptyset(&other);
    sigaddset(&one, SIGINT);
    sigaddset(&one, SIGTERM);
    sigaddset(&other, SIGTERM);
    sigandset(&both, &one, &other);
    printf("%d%d%d ", sigismember(&both, SIGINT), sigismember(&both, SIGTERM),
           sigisemptyset(&both));
    sigdelset(&both, SIGTERM);
    printf("%d ", sigisemptyset(&both));
    sigorset(&both, &one, &other);
    printf("%d%d\n", sigismember(&both, SIGINT), sigismember(&both, SIGTERM));
}

static void room_in_files(void) {
    struct stat64 status;
    int file = open64("asked.tmp", O_RDWR | O_LARGEFILE);
    printf("%d ", posix_fallocate(file, 100, 20));
    fstat64(file, &status);
    printf("%ld ", (long)status.st_size);
    printf("%d ", posix_fallocate(file, 0, 50));
    fstat64(file, &status);
    printf("%ld %d %d\n", (long)status.st_size, posix_fallocate(file, 0, 0) == EINVAL,
           posix_fallocate(60, 0, 1) == EBADF);
    off64_t place = lseek64(file, -7, SEEK_END);
    printf("%lld ", (long long)place);
    printf("%d ", ftruncate64(file, 40));
    char byte = 0;
    printf("%d ", (int)pread64(file, &byte, 1, 4));
    printf("%c\n", byte);
    close(file);
    FILE *stream = fopen64("asked.tmp", "r");
    printf("%d ", fseeko64(stream, 10, SEEK_SET));
    printf("%c ", fgetc(stream));
    printf("%lld\n", (long long)ftello64(stream));
    fclose(stream);
    unlink("asked.tmp");
    char *map = mmap64(NULL, 100, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%d\n", map != MAP_FAILED && !map[99]);
}

static void folders(void) {
    char path[] = "asked-XXXXXX", other[] = "asked-XXXXXX", wrong[] = "askedXXXXX";
    struct stat status;
    printf("%d ", mkdtemp(path) == path && mkdtemp(other) == other && strcmp(path, other));
    stat(path, &status);
    printf("%d %o ", S_ISDIR(status.st_mode), (unsigned)status.st_mode & 0777);
    printf("%d ", !mkdtemp(wrong) && errno == EINVAL);
    printf("%d %d\n", rmdir(path), rmdir(other));
    char file[] = "asked-XXXXXX";
    int opened = mkostemp(file, O_APPEND);
    printf("%d %d\n", opened >= 0, unlink(file));
    close(opened);
    char *here = get_current_dir_name(), text[4096];
    printf("%d\n", !strcmp(here, getcwd(text, sizeof text)));
    free(here);
}

static void process(void) {
    void *page;
    printf("%d ", posix_memalign(&page, 4096, 4096));
    printf("%d %d %d\n", mlock(page, 4096), munlock(page, 4096),
           madvise(page, 4096, MADV_WILLNEED));
    errno = 0;
    printf("%d %d\n", nice(0) == getpriority(PRIO_PROCESS, 0), errno);
    printf("%d\n", getpriority(PRIO_PROCESS + 9, 0) < 0 && errno == EINVAL);
    uid_t users[3];
    getresuid(users, users + 1, users + 2);
    printf("%d\n", users[0] == getuid() && users[1] == geteuid());
    printf("%d\n", euidaccess(".", R_OK));
    setenv("ASKED", "value", 1);
    printf("%s\n", secure_getenv("ASKED"));
}

int main(void) {
    transfers();
    signals();
    room_in_files();
    folders();
    process();
    return 0;
}
