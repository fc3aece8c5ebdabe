/* Compiled for speed. */
/* memcpy() of programs without threads: nothing that they can point to is far. Programs with
 * threads have that of thread_copy.c (link/variants.ld). */
#include "hal/chip/copy.h"

void *hal_memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    return copy_words(to, from, bytes);
}
