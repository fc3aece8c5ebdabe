/* The encoding of multibyte characters: ASCII or UTF-8. */
#ifndef LIBC_WIDE_MULTIBYTE_H
#define LIBC_WIDE_MULTIBYTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* setlocale() sets this variable. Its address is null in programs that do not call setlocale(). */
extern bool __oc_utf8 __attribute__((weak));

/* Whether the first `bytes` bytes of a text equal a name in capitals. The case of the text does not
 * matter. */
static inline bool __oc_is_named(const char *text, const char *name, size_t bytes) {
    while (bytes && (*text == *name || (*name >= 'A' && *name <= 'Z' && *text == *name + 32)))
        text++, name++, bytes--;
    return !bytes;
}

static inline bool __oc_is_utf8(void) {
    return &__oc_utf8 && __oc_utf8;
}

#endif
