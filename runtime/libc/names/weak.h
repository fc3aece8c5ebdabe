/* Functions whose names ISO C reserves for programs, such as those of POSIX.
 *
 * The library defines such a function under a name of its own, __oc_NAME, and calls it by that
 * name. The usual name is a weak alias, so a program may define a global of that name, and then
 * uses its own. */
#ifndef LIBC_NAMES_WEAK_H
#define LIBC_NAMES_WEAK_H

#define ALSO_NAMED(name)                                                                           \
    extern __typeof(__oc_##name) name __attribute__((weak, alias("__oc_" #name), copy(__oc_##name)))

/* Marks a function that the library itself does not call. */
#define WEAK __attribute__((weak))

#endif
