/* Names of temporary files and folders. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

enum { LETTERS = 6, TRIES = 10000 };

/* Writes the number and the process' number, so ranks do not try each other's names. */
static void fill(char *place, unsigned number) {
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    number = number * 0x10001 + (unsigned)__oc_getpid();
    for (int i = 0; i < LETTERS; i++, number /= sizeof digits - 1)
        place[i] = digits[number % (sizeof digits - 1)];
}

WEAK char *mkdtemp(char *path) {
    size_t length = strlen(path);
    char *place = path + length - LETTERS;
    if (length < LETTERS || strcmp(place, "XXXXXX")) {
        errno = EINVAL;
        return NULL;
    }
    for (unsigned number = 0; number < TRIES; number++) {
        fill(place, number);
        if (!mkdir(path, 0700))
            return path;
        if (errno != EEXIST)
            break;
    }
    memcpy(place, "XXXXXX", LETTERS);
    return NULL;
}

WEAK int mkostemp(char *path, int flags) {
    return mkostemps(path, 0, flags);
}
