#include <stddef.h>

#include "libc/names/weak.h"

/* Changes each byte so that a second call restores it (glibc). */
WEAK void *memfrob(void *bytes, size_t count) {
    for (char *at = bytes; at < (char *)bytes + count; at++)
        *at ^= 42;
    return bytes;
}
