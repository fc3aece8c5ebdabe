/* Copies to aligned words. Each word is put together from the two source words that contain its
 * bytes. */
#include "hal/chip/copy.h"

void *hal_copy_shifted(void *restrict to, const void *restrict from, size_t bytes) {
    char *target = to, *end = target + bytes, *last = end - 8; /* the last start of 8 bytes */
    const char *source = from;
    while ((uintptr_t)target & 3)
        *target++ = *source++;
    /* The next bytes to copy begin above the lowest `right` bits of `low`. The words with the first
     * and the last byte contain other bytes as well, which may be read without harm. */
    uint32_t offset = (uintptr_t)source & 3, right = offset * 8, left = -right & 31;
    const copied_word *words = (const copied_word *)(source - offset);
    uint32_t low = *words;
    do { /* at least once: of 12 bytes, at least 9 are left */
        uint32_t high = words[1];
        ((copied_word *)target)[0] = low >> right | high << left;
        low = words[2];
        ((copied_word *)target)[1] = high >> right | low << left;
        words += 2;
        target += 8;
    } while (target <= last);
    source = (const char *)words + offset;
    while (target != end)
        *target++ = *source++;
    return to;
}
