/* Converts wide text to bytes in the locale's encoding. */
#ifndef LIBC_STDIO_NARROW_H
#define LIBC_STDIO_NARROW_H

#include <alloca.h>
#include <stdint.h>
#include <wchar.h>

/* Sets `narrow` to the converted text, which is on the caller's stack. If the text cannot be
 * converted, sets it to null and sets errno. */
#define NARROW(narrow, wide)                                                                       \
    do {                                                                                           \
        const wchar_t *rest = (wide);                                                              \
        mbstate_t state = {0};                                                                     \
        size_t bytes = wcsrtombs(NULL, &rest, 0, &state);                                          \
        (narrow) = bytes == SIZE_MAX ? NULL : alloca(bytes + 1);                                   \
        if (narrow)                                                                                \
            wcsrtombs((narrow), &rest, bytes + 1, &state);                                         \
    } while (0)

#endif
