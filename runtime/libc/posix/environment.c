/* The environment of a process. A process never has the rights of a user other than its own.
 * picolibc's setenv() takes an empty name, and its putenv() makes a copy. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "libc/lock/lock.h"
#include "libc/names/weak.h"

extern char **__oc_environ;

/* A string that setenv() has allocated, with room for `room` bytes. */
struct own_entry {
    struct own_entry *next;
    size_t room;
    char text[];
};
static struct own_entry *own_entries;

WEAK char *secure_getenv(const char *name) {
    return getenv(name);
}

static int refuse(int error) {
    errno = error;
    return -1;
}

static int is_name(const char *name) {
    return name && *name && !strchr(name, '=');
}

/* The index of the entry that sets a variable, or of the null pointer that ends the environment.
 * The variable's name ends with a null character or an equals sign. */
static size_t find(const char *name) {
    static char *none[1];
    size_t bytes = strcspn(name, "="), at = 0;
    if (!__oc_environ)
        __oc_environ = none;
    for (; __oc_environ[at]; at++)
        if (!strncmp(__oc_environ[at], name, bytes) && __oc_environ[at][bytes] == '=')
            break;
    return at;
}

/* Stores `entry`, a string "NAME=VALUE", at an index of the environment. The old entry is not
 * freed, because it may still be in use. */
static int put(char *entry, size_t at) {
    static char **own;
    if (!__oc_environ[at]) {
        char **longer = realloc(own == __oc_environ ? own : NULL, (at + 2) * sizeof *longer);
        if (!longer)
            return -1;
        if (own != __oc_environ)
            memcpy(longer, __oc_environ, at * sizeof *longer);
        longer[at + 1] = NULL;
        own = __oc_environ = longer;
    }
    __oc_environ[at] = entry;
    return 0;
}

/* Returns the entry that contains `old`, if setenv() has allocated it with room for `bytes` bytes;
 * otherwise a new entry. Returns null if there is no memory. */
static struct own_entry *entry_with_room(const char *old, size_t bytes) {
    struct own_entry *entry = own_entries;
    while (entry && (entry->text != old || entry->room < bytes))
        entry = entry->next;
    if (entry || !(entry = malloc(sizeof *entry + bytes)))
        return entry;
    *entry = (struct own_entry){own_entries, bytes};
    return own_entries = entry;
}

WEAK int setenv(const char *name, const char *value, int overwrites) {
    if (!is_name(name))
        return refuse(EINVAL);
    __oc_lock_acquire(&__lock___libc_recursive_mutex);
    size_t at = find(name), bytes = strlen(name);
    int result = 0;
    if (overwrites || !__oc_environ[at]) {
        size_t length = strlen(value) + 1;
        struct own_entry *entry = entry_with_room(__oc_environ[at], bytes + 1 + length);
        result = -1;
        if (entry) {
            memcpy(entry->text, name, bytes);
            entry->text[bytes] = '=';
            /* `value` may be a part of the old text. */
            memmove(entry->text + bytes + 1, value, length);
            result = put(entry->text, at);
        }
    }
    __oc_lock_release(&__lock___libc_recursive_mutex);
    return result;
}

static void remove_all(const char *name) {
    __oc_lock_acquire(&__lock___libc_recursive_mutex);
    for (size_t at = find(name); __oc_environ[at]; at = find(name))
        for (; __oc_environ[at]; at++)
            __oc_environ[at] = __oc_environ[at + 1];
    __oc_lock_release(&__lock___libc_recursive_mutex);
}

WEAK int unsetenv(const char *name) {
    if (!is_name(name))
        return refuse(EINVAL);
    remove_all(name);
    return 0;
}

/* As in glibc, a name without a value removes the variable. */
WEAK int putenv(char *entry) {
    if (!strchr(entry, '=')) {
        remove_all(entry);
        return 0;
    }
    __oc_lock_acquire(&__lock___libc_recursive_mutex);
    int result = put(entry, find(entry));
    __oc_lock_release(&__lock___libc_recursive_mutex);
    return result;
}
