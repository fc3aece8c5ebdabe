/* Calls that the chip does not offer. They are declared and linked, so that programs that can do
 * without them compile. Each fails with ENOSYS and, on its first call, says so on stderr. */
#ifndef LIBC_POSIX_ABSENT_H
#define LIBC_POSIX_ABSENT_H

#include <stdbool.h>

/* Prints that a function is not offered, but only once, and sets errno. `said` records that this
 * has been printed. */
void __oc_absent(bool *said, const char *function, const char *where);

#endif
