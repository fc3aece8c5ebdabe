/* memcpy() of programs without threads, whose pointers all lead to memory near the core. Programs
 * with threads use the one in thread_copy.c (link/variants.ld). */
#include "hal/chip/copy.h"

void *hal_memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    return copy_words(to, from, bytes);
}
