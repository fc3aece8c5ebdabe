/* The system calls of programs written for POSIX. */
#define _GNU_SOURCE /* fgets_unlocked() and fputs_unlocked() */
#include <arpa/inet.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <libintl.h>
#include <limits.h>
#include <netinet/in.h>
#include <nl_types.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/poll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <syslog.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
#include <values.h>
#include <wait.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static volatile int runs;

static void check(const char *what, int good) {
    if (!good)
        printf("FAILED %s\n", what);
}

static void run(void) {
    runs++;
}

static void locks(void) {
    pthread_key_t key;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    check("lock", !pthread_mutex_lock(&mutex) && !pthread_mutex_unlock(&mutex));
    check("try", !pthread_mutex_trylock(&mutex) && !pthread_mutex_unlock(&mutex));
    check("rwlock", !pthread_rwlock_rdlock(&lock) && !pthread_rwlock_rdlock(&lock));
    check("unlock", !pthread_rwlock_unlock(&lock) && !pthread_rwlock_unlock(&lock));
    check("write", !pthread_rwlock_wrlock(&lock) && !pthread_rwlock_unlock(&lock));
    pthread_once(&once, run);
    pthread_once(&once, run);
    check("once", runs == 1);
    check("key", !pthread_key_create(&key, NULL) && !pthread_getspecific(key));
    check("value", !pthread_setspecific(key, &key) && pthread_getspecific(key) == &key);
    check("self", pthread_self() && pthread_equal(pthread_self(), pthread_self()));
}

static void jumps(void) {
    jmp_buf environment;
    int value = _setjmp(environment);
    if (!value)
        _longjmp(environment, 5);
    check("jump", value == 5);
}

static void files(void) {
    struct stat status;
    char text[4] = "";
    int file = open("posix.txt", O_RDWR | O_CREAT | O_TRUNC, 0666);
    check("write", write(file, "abcdef", 6) == 6);
    check("pread", pread(file, text, 3, 2) == 3 && !strcmp(text, "cde"));
    check("pwrite", pwrite(file, "X", 1, 1) == 1 && lseek(file, 0, SEEK_CUR) == 6);
    check("fstat", fstat(file, &status) == 0 && status.st_size == 6 && S_ISREG(status.st_mode));
    check("fchmod", fchmod(file, 0600) == 0 && fchown(file, getuid(), getgid()) == 0);
    check("futimens", futimens(file, NULL) == 0 && utimensat(AT_FDCWD, "posix.txt", NULL, 0) == 0);
    check("chmod", chmod("posix.txt", 0600) == 0 && utime("posix.txt", NULL) == 0);
    check("no mode", chmod("nothing.txt", 0600) == -1 && errno == ENOENT);
    check("no times", utimes("nothing.txt", NULL) == -1 && errno == ENOENT);
    check("fsync", fsync(file) == 0 && close(file) == 0);
    check("stat", stat("posix.txt", &status) == 0 && status.st_size == 6);
    check("unlink", unlink("posix.txt") == 0);
    check("no file", stat("posix.txt", &status) == -1 && errno == ENOENT);
    check("folder", stat(".", &status) == 0 && S_ISDIR(status.st_mode));
    check("access", access(".", R_OK) == 0 && access("nothing", R_OK) == -1 && errno == ENOENT);
    check("chdir", chdir(".") == 0 && chdir(".//./") == 0);
    check("nowhere", chdir("nothing") == -1 && errno == ENOENT);
}

static void pieces(void) {
    char one[3] = "", other[8] = "";
    struct iovec out[] = {{"abc", 3}, {"", 0}, {"defg", 4}}, in[] = {{one, 2}, {other, 7}};
    struct stat status;
    int file = openat(AT_FDCWD, "pieces.txt", O_RDWR | O_CREAT | O_TRUNC, 0666);
    check("writev", writev(file, out, 3) == 7 && lseek(file, 0, SEEK_SET) == 0);
    check("readv", readv(file, in, 2) == 7 && !strcmp(one, "ab") && !strcmp(other, "cdefg"));
    check("fstatat", fstatat(AT_FDCWD, "pieces.txt", &status, 0) == 0 && status.st_size == 7);
    close(file);
    FILE *stream = fopen("pieces.txt", "r+");
    char line[8];
    flockfile(stream);
    check("recursive", ftrylockfile(stream) == 0);
    funlockfile(stream);
    check("getc", getc_unlocked(stream) == 'a' && (fgetc_unlocked)(stream) == 'b');
    check("fread", fread_unlocked(line, 1, 2, stream) == 2 && !memcmp(line, "cd", 2));
    check("fgets", fgets_unlocked(line, 8, stream) && !strcmp(line, "efg"));
    check("feof", !ferror_unlocked(stream) && fgetc(stream) == EOF && feof_unlocked(stream));
    clearerr_unlocked(stream);
    check("clearerr", !feof_unlocked(stream) && fseek(stream, 0, SEEK_SET) == 0);
    check("fputs", fputs_unlocked("xy", stream) >= 0 && fputc_unlocked('z', stream) == 'z');
    check("flush", fflush_unlocked(stream) == 0);
    funlockfile(stream);
    check("fclose", fclose(stream) == 0 && unlinkat(AT_FDCWD, "pieces.txt", 0) == 0);
}

static void addresses(void) {
    static const char *const wrong[] = {"",       "1.2.3",     "1.2.3.256", "1.2.3.4x",
                                        "1..3.4", "1.2.3.4.5", "1.2.03.4"};
    struct in_addr address = {0};
    char text[INET_ADDRSTRLEN];
    check("htons", htons(0x1234) == 0x3412 && ntohl(0x12345678) == 0x78563412);
    check("pton", inet_pton(AF_INET, "10.0.255.1", &address) == 1);
    check("bytes", address.s_addr == htonl(0x0a00ff01));
    check("ntop", !strcmp(inet_ntop(AF_INET, &address, text, sizeof text), "10.0.255.1"));
    check("short", !inet_ntop(AF_INET, &address, text, 10) && errno == ENOSPC);
    check("fits", inet_ntop(AF_INET, &address, text, 11) == text);
    check("ntoa", !strcmp(inet_ntoa(address), "10.0.255.1"));
    check("aton", inet_aton("0x7f.1", &address) && address.s_addr == htonl(INADDR_LOOPBACK));
    check("octal", inet_addr("010.1.2.0403") == INADDR_NONE);
    check("parts", inet_addr("1.2.515") == htonl(0x01020203));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check(wrong[i], inet_pton(AF_INET, wrong[i], &address) == 0);
}

static void terminals(void) {
    check("local", (ECHOCTL | ECHOE | ECHOK | ECHOKE | NOFLSH | TOSTOP) == 05660);
    check("input", (IXOFF | IMAXBEL | IGNBRK | INLCR | IGNCR) == 030301);
    check("control", (CSIZE | CREAD | PARENB | HUPCL | CLOCAL) == 06660);
    check("speeds", B50 == 1 && B19200 == 14 && VSUSP == 10);
}

static void limits(void) {
    struct rlimit limit;
    struct timespec now, until;
    sem_t semaphore;
    int value;
    check("limit", getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= 16);
    check("kept", setrlimit(RLIMIT_NOFILE, &limit) == 0);
    check("stack", getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur >= 16384);
    check("no limit", getrlimit(99, &limit) == -1 && errno == EINVAL);
    check("files", getdtablesize() >= 16);
    check("name", pathconf(".", _PC_NAME_MAX) >= 14 && pathconf(".", _PC_PATH_MAX) >= 256);
    check("time", timespec_get(&now, TIME_UTC) == TIME_UTC && now.tv_nsec >= 0);
    check("base", timespec_get(&now, 0) == 0);
    check("semaphore", sem_init(&semaphore, 0, 2) == 0 && sem_wait(&semaphore) == 0);
    check("value", sem_getvalue(&semaphore, &value) == 0 && value == 1);
    check("take", sem_trywait(&semaphore) == 0);
    check("none", sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    clock_gettime(CLOCK_REALTIME, &until);
    check("late", sem_timedwait(&semaphore, &until) == -1 && errno == ETIMEDOUT);
    check("post", sem_post(&semaphore) == 0 && sem_wait(&semaphore) == 0);
    check("destroy", sem_destroy(&semaphore) == 0);
    pthread_key_t key;
    check("key", !pthread_key_create(&key, NULL) && !pthread_setspecific(key, &key));
    check("value", pthread_getspecific(key) == &key && !pthread_key_delete(key));
    check("new key", !pthread_key_create(&key, NULL) && !pthread_getspecific(key));
    check("timed lock", !pthread_mutex_timedlock(&mutex, &until) && !pthread_mutex_unlock(&mutex));
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_mutex_lock(&mutex);
    check("timed", pthread_cond_timedwait(&condition, &mutex, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    check("read", !pthread_rwlock_tryrdlock(&lock) && pthread_rwlock_trywrlock(&lock) == EBUSY);
    check("late write", pthread_rwlock_timedwrlock(&lock, &until) == ETIMEDOUT);
    check("read again", !pthread_rwlock_timedrdlock(&lock, &until));
    check("text", !strcmp(gettext("text"), "text") && !strcmp(ngettext("a", "b", 2), "b"));
    check("values", MAXINT == INT_MAX);
    unsigned before = error_message_count;
    freopen("error.txt", "w", stderr);
    error(0, ENOENT, "%d", 7);
    error_at_line(0, 0, "file", 3, "text");
    fclose(stderr);
    check("count", error_message_count == before + 2);
    char line[256], expected[256];
    FILE *file = fopen("error.txt", "r");
    snprintf(expected, sizeof expected, ": 7: %s\n", strerror(ENOENT));
    check("error", fgets(line, sizeof line, file) && strstr(line, expected));
    check("at line", fgets(line, sizeof line, file) && strstr(line, ":file:3: text\n"));
    fclose(file);
    unlink("error.txt");
}

static void handler(int number) {
    runs += number;
}

static void informed(int number, siginfo_t *information, void *context) {
    (void)context;
    runs = number + information->si_signo;
}

static void signals(void) {
    struct sigaction action = {.sa_sigaction = informed, .sa_flags = SA_SIGINFO | SA_RESTART},
                     before;
    check("informed", !sigaction(SIGUSR2, &action, NULL) && !raise(SIGUSR2));
    check("both", runs == 2 * SIGUSR2);
    runs = 0;
    check("again", !kill(getpid(), SIGUSR2));
    while (!runs)
        usleep(1); /* Linux may deliver the signal to another thread of the process */
    check("before", !sigaction(SIGUSR2, NULL, &before) && before.sa_sigaction == informed);
    check("flags", before.sa_flags & SA_SIGINFO && signal(SIGUSR2, SIG_IGN) != SIG_ERR);
    check("ignored", !raise(SIGUSR2) && !raise(SIGCHLD) && runs == 2 * SIGUSR2);
    action = (struct sigaction){.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};
    check("reset", !sigaction(SIGUSR2, &action, NULL) && !raise(SIGUSR2));
    check("default", !sigaction(SIGUSR2, NULL, &before) && before.sa_handler == SIG_DFL);
    check("none", raise(1000) == -1 && errno == EINVAL && signal(-1, SIG_IGN) == SIG_ERR);
    sigjmp_buf here;
    volatile int jumps = 0;
    if (sigsetjmp(here, 1) < 2)
        siglongjmp(here, ++jumps);
    check("jumps", jumps == 2);
}

static void times_of_all_clocks(void) {
    const clockid_t clocks[] = {CLOCK_REALTIME,           CLOCK_MONOTONIC,
                                CLOCK_REALTIME_COARSE,    CLOCK_BOOTTIME,
                                CLOCK_PROCESS_CPUTIME_ID, CLOCK_MONOTONIC_RAW,
                                CLOCK_MONOTONIC_COARSE,   CLOCK_THREAD_CPUTIME_ID};
    struct timespec now, later, pause = {0, 1000};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        check("clock", !clock_gettime(clocks[i], &now) && !clock_getres(clocks[i], &later));
    clockid_t clock;
    check("of the process", !clock_getcpuclockid(0, &clock) && !clock_gettime(clock, &now));
    clock_gettime(CLOCK_MONOTONIC, &now);
    check("relative", !clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL));
    now.tv_nsec = (now.tv_nsec + 5000) % 1000000000;
    now.tv_sec += now.tv_nsec < 5000;
    check("absolute", !clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &now, NULL));
    clock_gettime(CLOCK_MONOTONIC, &later);
    check("later", later.tv_sec > now.tv_sec || later.tv_nsec >= now.tv_nsec);
    pause.tv_nsec = -1;
    check("wrong", clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL) == EINVAL);
}

static void flags(void) {
    check("flag", !fcntl(1, F_GETFD) && !fcntl(1, F_SETFD, FD_CLOEXEC) && !fcntl(1, F_SETFD, 0));
    check("mode", (fcntl(1, F_GETFL) & O_ACCMODE) != O_RDONLY);
    check("closed", fcntl(60, F_GETFD) == -1 && errno == EBADF);
}

static void catalogues(void) {
    char text[] = "text";
    nl_catd none = catopen("no such catalogue", NL_CAT_LOCALE);
    check("catalogue", none == (nl_catd)-1);
    check("message", catgets(none, NL_SETD, 1, text) == text);
    check("device", major(makedev(8, 17)) == 8 && minor(makedev(8, 17)) == 17);
}

static void maps(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    char *block = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, flags, -1, 0);
    check("mmap", block != MAP_FAILED && !((uintptr_t)block % page) && !block[2 * page - 1]);
    block[0] = 1;
    check("munmap", !munmap(block, page) && !munmap(block + page, page));
    check("size", mmap(NULL, 0, PROT_READ, flags, -1, 0) == MAP_FAILED && errno == EINVAL);
    FILE *file = fopen("map.txt", "w");
    fputs("in a file", file);
    fclose(file);
    int number = open("map.txt", O_RDONLY);
    block = mmap(NULL, 9, PROT_READ, MAP_SHARED, number, 0);
    check("map", block != MAP_FAILED && !strcmp(block, "in a file") && !munmap(block, 9));
    check("place", lseek(number, 0, SEEK_CUR) == 0 && !close(number) && !unlink("map.txt"));
    check("no file",
          mmap(NULL, 9, PROT_READ, MAP_SHARED, number, 0) == MAP_FAILED && errno == EBADF);
}

static int compare(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other;
}

static void tables(void) {
    int table[4] = {5, 3}, key = 3, absent = 7;
    size_t count = 2;
    check("lfind", lfind(&key, table, &count, sizeof *table, compare) == &table[1]);
    check("none", !lfind(&absent, table, &count, sizeof *table, compare));
    check("lsearch", lsearch(&absent, table, &count, sizeof *table, compare) == &table[2]);
    check("entered", count == 3 && table[2] == 7);
    struct element {
        struct element *next, *before;
    } one, two, three;
    insque(&one, NULL);
    insque(&three, &one);
    insque(&two, &one);
    check("insque", one.next == &two && two.next == &three && three.before == &two);
    remque(&two);
    check("remque", one.next == &three && three.before == &one && !three.next);
}

int main(void) {
    struct utsname name;
    struct rusage usage;
    char host[64], folder[1024];
    locks();
    jumps();
    files();
    pieces();
    addresses();
    terminals();
    limits();
    catalogues();
    check("sysconf", sysconf(_SC_NPROCESSORS_ONLN) > 0 && sysconf(_SC_PAGESIZE) > 0);
    check("nothing", sysconf(-5) == -1 && errno == EINVAL);
    check("uname", uname(&name) == 0 && name.sysname[0] && name.machine[0]);
    check("host", gethostname(host, sizeof host) == 0 && host[0]);
    check("usage", getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_usec >= 0);
    struct passwd *user = getpwuid(getuid());
    check("user", user && user->pw_uid == getuid() && user->pw_dir[0] == '/');
    check("number", getpwnam(user->pw_name)->pw_uid == getuid() && !getpwnam("no such user"));
    check("folder", getcwd(folder, sizeof folder) == folder && folder[0] == '/');
    check("no room", !getcwd(folder, 1) && errno == ERANGE);
    check("status", WIFEXITED(0x300) && WEXITSTATUS(0x300) == 3);
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    check("sigaction", sigaction(SIGUSR1, &action, NULL) == 0 && raise(SIGUSR1) == 0);
    check("handled", runs == 1 + SIGUSR1);
    signals();
    times_of_all_clocks();
    tables();
    maps();
    flags();
    unsigned char bytes[2][300] = {0};
    check("random", getrandom(bytes[0], 300, 0) == 300 && getentropy(bytes[1], 256) == 0);
    check("others", memcmp(bytes[0], bytes[1], 256) && memcmp(bytes[0], bytes[0] + 150, 150));
    check("too many", getentropy(bytes[0], 257) == -1 && errno == EIO);
    printf("posix\n");
    return 0;
}
