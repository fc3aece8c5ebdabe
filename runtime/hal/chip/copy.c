/* memcpy() of programs without threads: nothing that they can point to is far. In programs with
 * threads thread_copy.c takes its place: the linker takes the first that it meets in the archive,
 * and the other one only if it is called by another name (thread.c). */
#include "hal/chip/copy.h"

#include <string.h>

__attribute__((weak)) void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    return copy_words(to, from, bytes);
}
