/* Semaphores with names. Each process has its own names: another rank that opens the same name gets
 * another semaphore. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "libc/lock/lock.h"
#include "libc/names/weak.h"

enum { LONGEST_NAME = NAME_MAX - 4 }; /* as in glibc, which puts four letters in front */

struct named {
    struct named *next;
    char *name; /* NULL after sem_unlink() */
    int opened; /* calls of sem_open() that returned the semaphore, less calls of sem_close() */
    sem_t semaphore;
};

static struct named *all;
static struct __lock lock;

static void *failed(int error) {
    errno = error;
    return SEM_FAILED;
}

/* A name may begin with a slash, and has no other. */
static const char *rest_of(const char *name) {
    name += *name == '/';
    if (!*name || strchr(name, '/'))
        return failed(EINVAL);
    return strlen(name) > LONGEST_NAME ? failed(ENAMETOOLONG) : name;
}

static struct named **find(const char *name) {
    struct named **place = &all;
    while (*place && (!(*place)->name || strcmp((*place)->name, name)))
        place = &(*place)->next;
    return place;
}

/* Frees a semaphore if it has no name any more and nobody has it open. */
static void release(struct named **place) {
    struct named *found = *place;
    if (found->name || found->opened)
        return;
    *place = found->next;
    free(found);
}

static sem_t *make(const char *name, unsigned value) {
    if (value > SEM_VALUE_MAX)
        return failed(EINVAL);
    struct named *made = malloc(sizeof *made);
    char *copy = strdup(name);
    if (!made || !copy) {
        free(made);
        free(copy);
        return failed(ENOMEM);
    }
    *made = (struct named){all, copy, 1, {(int)value}};
    all = made;
    return &made->semaphore;
}

static sem_t *open_named(const char *name, int flags, unsigned value) {
    struct named *found = *find(name);
    if (!found)
        return flags & O_CREAT ? make(name, value) : failed(ENOENT);
    if (flags & O_CREAT && flags & O_EXCL)
        return failed(EEXIST);
    found->opened++;
    return &found->semaphore;
}

WEAK sem_t *sem_open(const char *name, int flags, ...) {
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        (void)va_arg(arguments, int); /* the permissions, which have no effect: there is only one
                                       * user */
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    if (!(name = rest_of(name)))
        return SEM_FAILED;
    __oc_lock_acquire(&lock);
    sem_t *result = open_named(name, flags, value);
    __oc_lock_release(&lock);
    return result;
}

WEAK int sem_close(sem_t *semaphore) {
    int result = -1;
    __oc_lock_acquire(&lock);
    for (struct named **place = &all; *place; place = &(*place)->next)
        if (&(*place)->semaphore == semaphore && (*place)->opened) {
            (*place)->opened--;
            release(place);
            result = 0;
            break;
        }
    __oc_lock_release(&lock);
    if (result)
        errno = EINVAL;
    return result;
}

WEAK int sem_unlink(const char *name) {
    if (!(name = rest_of(name)))
        return -1;
    __oc_lock_acquire(&lock);
    struct named **place = find(name);
    bool is_there = *place;
    if (is_there) {
        free((*place)->name);
        (*place)->name = NULL;
        release(place);
    }
    __oc_lock_release(&lock);
    if (!is_there)
        errno = ENOENT;
    return is_there ? 0 : -1;
}
