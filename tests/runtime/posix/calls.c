/* What programs written for POSIX ask of the system. */
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

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
    check("self", pthread_equal(pthread_self(), pthread_self()));
}

static void files(void) {
    struct stat status;
    char text[4] = "";
    int file = open("posix.txt", O_RDWR | O_CREAT | O_TRUNC, 0666);
    check("write", write(file, "abcdef", 6) == 6);
    check("pread", pread(file, text, 3, 2) == 3 && !strcmp(text, "cde"));
    check("pwrite", pwrite(file, "X", 1, 1) == 1 && lseek(file, 0, SEEK_CUR) == 6);
    check("fstat", fstat(file, &status) == 0 && status.st_size == 6 && S_ISREG(status.st_mode));
    check("fsync", fsync(file) == 0 && close(file) == 0);
    check("stat", stat("posix.txt", &status) == 0 && status.st_size == 6);
    check("unlink", unlink("posix.txt") == 0);
    check("no file", stat("posix.txt", &status) == -1 && errno == ENOENT);
}

static void handler(int number) {
    runs += number;
}

int main(void) {
    struct utsname name;
    struct rusage usage;
    char host[64], folder[1024];
    locks();
    files();
    check("sysconf", sysconf(_SC_NPROCESSORS_ONLN) > 0 && sysconf(_SC_PAGESIZE) > 0);
    check("nothing", sysconf(-5) == -1 && errno == EINVAL);
    check("uname", uname(&name) == 0 && name.sysname[0] && name.machine[0]);
    check("host", gethostname(host, sizeof host) == 0 && host[0]);
    check("usage", getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_usec >= 0);
    check("folder", getcwd(folder, sizeof folder) == folder && folder[0] == '/');
    check("status", WIFEXITED(0x300) && WEXITSTATUS(0x300) == 3);
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    check("sigaction", sigaction(SIGUSR1, &action, NULL) == 0 && raise(SIGUSR1) == 0);
    check("handled", runs == 1 + SIGUSR1);
    printf("posix\n");
    return 0;
}
