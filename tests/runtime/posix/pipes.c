/* Pipes within a process: what a program prints on Linux, too. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

static int ends[2];
static char bytes[70000];

static void show(const char *what, long result) {
    printf("%s: %ld%s%s\n", what, result, result < 0 ? " " : "", result < 0 ? strerror(errno) : "");
}

static void make(void) {
    if (pipe(ends))
        perror("pipe");
}

static void show_poll(const char *what, int file, short events) {
    struct pollfd one = {file, events, 0};
    int ready = poll(&one, 1, 1);
    printf("%s: %d %#x\n", what, ready, one.revents);
}

static void show_select(const char *what) {
    fd_set reads, writes;
    struct timeval time = {0, 1000};
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    FD_SET(ends[0], &reads);
    FD_SET(ends[1], &writes);
    int ready = select(ends[1] + 1, &reads, &writes, NULL, &time);
    printf("%s: %d %d %d\n", what, ready, FD_ISSET(ends[0], &reads) != 0,
           FD_ISSET(ends[1], &writes) != 0);
}

static void without_waiting(void) {
    struct stat status;
    show("flags", pipe2(ends, 1));
    show("pipe", pipe(ends));
    show("numbers", ends[0] >= 0 && ends[1] > ends[0]);
    show("access", (fcntl(ends[0], F_GETFL) & O_ACCMODE) == O_RDONLY &&
                       (fcntl(ends[1], F_GETFL) & O_ACCMODE) == O_WRONLY);
    show("kind", fstat(ends[0], &status) == 0 && S_ISFIFO(status.st_mode));
    show("seek", lseek(ends[0], 0, SEEK_SET));
    show("write to read", write(ends[0], "x", 1));
    show("read from write", read(ends[1], bytes, 1));
    show("nothing", read(ends[0], bytes, 0));
    show_poll("poll empty", ends[0], POLLIN | POLLOUT);
    show_poll("poll for writing", ends[1], POLLIN | POLLOUT);
    show_select("select empty");
    show("write", write(ends[1], "a pipe", 6));
    show_poll("poll", ends[0], POLLIN);
    show_select("select");
    show("read", read(ends[0], bytes, 2));
    show("rest", read(ends[0], bytes, 99));
    show("text", memcmp(bytes, "pipe", 4) == 0);
    for (int i = 0; i < 2; i++)
        show("set", fcntl(ends[i], F_SETFL, fcntl(ends[i], F_GETFL) | O_NONBLOCK));
    show("get", (fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0);
    show("empty", read(ends[0], bytes, 1));
    show("much", write(ends[1], bytes, sizeof bytes));
    show("full", write(ends[1], bytes, 1));
    show_poll("poll full", ends[1], POLLOUT);
    show("some", read(ends[0], bytes, 4095));
    show_poll("poll nearly full", ends[0], POLLIN);
    long count = 0;
    for (long more; (more = read(ends[0], bytes, 1000)) > 0;)
        count += more;
    show("all", count);
    int copy = dup(ends[1]);
    show("close", close(ends[1]));
    show("through the copy", write(copy, "copy", 4));
    show("close", close(copy));
    show_poll("poll closed", ends[0], POLLIN);
    show("what is left", read(ends[0], bytes, 9));
    show("end", read(ends[0], bytes, 9));
    show_poll("poll ended", ends[0], POLLIN);
    show("close", close(ends[0]));
    show("close", close(ends[0]));
    signal(SIGPIPE, SIG_IGN);
    make();
    close(ends[0]);
    show_poll("poll without a reader", ends[1], POLLOUT);
    show("without a reader", write(ends[1], "x", 1));
    close(ends[1]);
}

static void as_streams(void) {
    char line[40];
    make();
    FILE *to = fdopen(ends[1], "w"), *from = fdopen(ends[0], "r");
    fprintf(to, "number %d\nmore\n", 42);
    fclose(to);
    while (fgets(line, sizeof line, from))
        printf("line: %s", line);
    printf("at the end: %d\n", feof(from) != 0);
    fclose(from);
    fflush(stdout);
    int out = dup(1);
    make();
    dup2(ends[1], 1);
    puts("what stdout got");
    fflush(stdout);
    dup2(out, 1);
    close(out);
    show("caught", read(ends[0], line, sizeof line));
    printf("it is %.15s\n", line);
    close(ends[0]);
    close(ends[1]);
}

static void *fill(void *argument) {
    (void)argument;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7);
    show("filled", write(ends[1], bytes, sizeof bytes));
    close(ends[1]);
    return NULL;
}

static void *tell(void *argument) {
    (void)argument;
    usleep(100);
    if (write(ends[1], "x", 1) != 1)
        perror("write");
    return NULL;
}

static void between_threads(void) {
    pthread_t thread;
    char part[500];
    unsigned right = 0, got = 0;
    make();
    pthread_create(&thread, NULL, fill, NULL);
    for (long count; (count = read(ends[0], part, sizeof part)) > 0; got += (unsigned)count)
        for (long i = 0; i < count; i++)
            right += part[i] == (char)((got + i) * 7);
    pthread_join(thread, NULL);
    printf("drained %u, right %u\n", got, right);
    close(ends[0]);
    make();
    pthread_create(&thread, NULL, tell, NULL);
    struct pollfd one = {ends[0], POLLIN, 0};
    printf("told: %d\n", poll(&one, 1, -1));
    pthread_join(thread, NULL);
    show("read", read(ends[0], part, sizeof part));
    pthread_create(&thread, NULL, tell, NULL);
    fd_set reads;
    FD_ZERO(&reads);
    FD_SET(ends[0], &reads);
    struct timeval time = {60, 0};
    printf("selected: %d\n", select(ends[0] + 1, &reads, NULL, NULL, &time));
    pthread_join(thread, NULL);
}

int main(void) {
    without_waiting();
    as_streams();
    between_threads();
    return 0;
}
