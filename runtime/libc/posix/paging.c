/* Advice about pages, and locks of pages. All memory is always present, so advice has no effect.
 * Only advice that would change the contents of the memory is refused. */
#include <errno.h>
#include <sys/mman.h>

#include "libc/names/weak.h"

WEAK int madvise(void *address, size_t bytes, int advice) {
    (void)address, (void)bytes;
    if (advice >= MADV_NORMAL && advice <= MADV_DODUMP && advice != MADV_DONTNEED &&
        advice != MADV_REMOVE)
        return 0;
    errno = EINVAL;
    return -1;
}

WEAK int mlock(const void *address, size_t bytes) {
    (void)address, (void)bytes;
    return 0;
}

WEAK int munlock(const void *address, size_t bytes) {
    (void)address, (void)bytes;
    return 0;
}

WEAK int mlockall(int flags) {
    if (flags && !(flags & ~(MCL_CURRENT | MCL_FUTURE)))
        return 0;
    errno = EINVAL;
    return -1;
}

WEAK int munlockall(void) {
    return 0;
}
