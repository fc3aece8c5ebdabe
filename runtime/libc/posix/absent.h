/* Calls that the chip does not offer: they are declared and linked, so that programs that could do
 * without compile; each says so on stderr when it is first called, and fails with ENOSYS. */
#ifndef LIBC_POSIX_ABSENT_H
#define LIBC_POSIX_ABSENT_H

#include <stdbool.h>

/* Says once, as `said` remembers, that a function is not offered; sets errno. */
void __oc_absent(bool *said, const char *function, const char *where);

#endif
