/* Wide text as bytes in the locale's encoding. */
#ifndef LIBC_STDIO_NARROW_H
#define LIBC_STDIO_NARROW_H

#include <alloca.h>
#include <stdint.h>
#include <wchar.h>

/* Sets `narrow` to the text on the caller's stack; to null, with errno, if it has no such form. */
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
