/* Lends memory of this process to other processes in its tile. Their cores can then load from
 * it. */
#include <string.h>

#include "hal/chip/host.h"
#include "hal/chip/inline/heap_place.h"
#include "hal/store.h"

/* Opens or closes the pages that contain `bytes` bytes from `memory` on. */
static bool share(const void *memory, size_t bytes, bool open) {
    static uint32_t page;
    if (!page)
        page = hal_page_bytes();
    hal_address start = hal_global(memory), end = start + bytes;
    start -= start % page;
    end += -end % page;
    return hal_host_call(start, end - start, open, HOST_SHARE) == 0;
}

bool hal_lend(const void *memory, size_t bytes) {
    return !is_bounced(memory) && hal_global(memory) && share(memory, bytes, true);
}

void hal_take_back(const void *memory, size_t bytes) {
    share(memory, bytes, false);
}

/* Words that may alias any object, two at a time and one at a time. */
typedef double __attribute__((may_alias)) two_words;
typedef uint32_t __attribute__((may_alias)) one_word;

/* Copies as many groups of eight values as fit, and returns the number of bytes copied. Eight loads
 * come before eight stores, so that no instruction uses a value right after its load, which would
 * stall the core. */
#define COPY_EIGHTS(NAME, TYPE)                                                                    \
    static size_t NAME(TYPE *to, const TYPE *from, size_t bytes) {                                 \
        size_t whole = bytes - bytes % (8 * sizeof *to);                                           \
        const TYPE *end = from + whole / sizeof *to;                                               \
        if (!whole)                                                                                \
            return 0;                                                                              \
        do {                                                                                       \
            TYPE a = from[0], b = from[1], c = from[2], d = from[3];                               \
            TYPE e = from[4], f = from[5], g = from[6], h = from[7];                               \
            to[0] = a, to[1] = b, to[2] = c, to[3] = d;                                            \
            to[4] = e, to[5] = f, to[6] = g, to[7] = h;                                            \
            from += 8;                                                                             \
            to += 8;                                                                               \
        } while (from != end);                                                                     \
        return whole;                                                                              \
    }
COPY_EIGHTS(copy_twos, two_words)
/* Copies word by word if only one of the two sides is aligned to two words. */
COPY_EIGHTS(copy_ones, one_word)

void hal_copy_lent(void *to, hal_address from, size_t bytes) {
    size_t copied = 0;
    if (((uintptr_t)to ^ from) % sizeof(two_words) == 0) {
        copied = -from % sizeof(two_words); /* the bytes before the first aligned pair of words */
        if (copied > bytes)
            copied = bytes;
        memcpy(to, (const char *)from, copied);
        copied += copy_twos((two_words *)((char *)to + copied), (const two_words *)(from + copied),
                            bytes - copied);
    } else if (((uintptr_t)to | from) % sizeof(one_word) == 0) {
        copied = copy_ones(to, (const one_word *)from, bytes);
    }
    memcpy((char *)to + copied, (const char *)from + copied, bytes - copied);
}
