/* Names of temporary files and folders. picolibc's mkstemp() tries for ever if it may not make a
 * file in the folder, and its tmpnam() gives the same name again until there is a file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

enum { LETTERS = 6, TRIES = 10000 };

int __oc_mkostemps(char *path, int suffix, int flags);
int __oc_mkstemp(char *path);

/* Writes letters that stand for a number made of a counter and the process' number, so that ranks
 * do not try each other's names. */
static void fill(char *place) {
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static unsigned used;
    unsigned number = __atomic_fetch_add(&used, 1, __ATOMIC_RELAXED);
    number = number * 0x10001 + (unsigned)__oc_getpid();
    for (int i = 0; i < LETTERS; i++, number /= sizeof digits - 1)
        place[i] = digits[number % (sizeof digits - 1)];
}

/* Tries to make a file or a folder with the name `path`; the result is negative, with errno, if
 * that fails. */
typedef int make(const char *path, int flags);

/* Replaces the six letters before the suffix until the name is new. */
static int find(char *path, int suffix, make *make, int flags) {
    size_t length = strlen(path);
    if (suffix < 0 || length < (size_t)suffix + LETTERS ||
        memcmp(path + length - suffix - LETTERS, "XXXXXX", LETTERS)) {
        errno = EINVAL;
        return -1;
    }
    char *place = path + length - suffix - LETTERS;
    for (int tries = 0; tries < TRIES; tries++) {
        fill(place);
        int result = make(path, flags);
        if (result >= 0)
            return result;
        if (errno != EEXIST)
            break;
    }
    memcpy(place, "XXXXXX", LETTERS);
    return -1;
}

static int make_folder(const char *path, int flags) {
    (void)flags;
    return mkdir(path, 0700);
}

WEAK char *mkdtemp(char *path) {
    return find(path, 0, make_folder, 0) < 0 ? NULL : path;
}

static int make_file(const char *path, int flags) {
    return __oc_open(path, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
}

int __oc_mkostemps(char *path, int suffix, int flags) {
    return find(path, suffix, make_file, flags);
}
ALSO_NAMED(mkostemps);

int __oc_mkstemp(char *path) {
    return __oc_mkostemps(path, 0, 0);
}
ALSO_NAMED(mkstemp);

WEAK int mkstemps(char *path, int suffix) {
    return __oc_mkostemps(path, suffix, 0);
}

WEAK int mkostemp(char *path, int flags) {
    return __oc_mkostemps(path, 0, flags);
}

/* Makes nothing; fails if the name exists. */
static int make_name(const char *path, int flags) {
    struct stat status;
    (void)flags;
    if (__oc_lstat(path, &status))
        return errno == ENOENT ? 0 : -1;
    errno = EEXIST;
    return -1;
}

WEAK char *mktemp(char *path) {
    if (find(path, 0, make_name, 0) < 0)
        *path = '\0';
    return path;
}

/* The name is that of a file in the working directory. */
char *tmpnam(char *name) {
    static char own[L_tmpnam];
    strcpy(name ? name : own, "TXXXXXX");
    return find(name ? name : own, 0, make_name, 0) < 0 ? NULL : name ? name : own;
}

WEAK char *tmpnam_r(char *name) {
    return name ? tmpnam(name) : NULL;
}

/* The folder is that of the variable TMPDIR, or `given`, or the working directory. At most five
 * characters of the prefix are used, as in glibc. */
WEAK char *tempnam(const char *given, const char *prefix) {
    const char *folder = getenv("TMPDIR");
    struct stat status;
    if (!folder || !*folder || __oc_stat(folder, &status) || !S_ISDIR(status.st_mode))
        folder = given && !__oc_stat(given, &status) && S_ISDIR(status.st_mode) ? given : ".";
    char *name = malloc(strlen(folder) + sizeof "/prefiXXXXXX");
    if (!name)
        return NULL;
    strcat(strcpy(name, folder), "/");
    strcat(strncat(name, prefix ? prefix : "file", 5), "XXXXXX");
    if (find(name, 0, make_name, 0) >= 0)
        return name;
    free(name);
    return NULL;
}
