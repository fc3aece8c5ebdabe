#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <wchar.h>

#include "libc/names/weak.h"
#include "libc/stdio/narrow.h"

/* A wide character takes at most MB_CUR_MAX bytes, so text that fits into `size` wide characters
 * also fits into `room` bytes. */
size_t wcsftime(wchar_t *restrict text, size_t size, const wchar_t *restrict format,
                const struct tm *restrict time) {
    char *narrow;
    NARROW(narrow, format);
    size_t room = size * MB_CUR_MAX;
    char *bytes = narrow ? malloc(room) : NULL;
    size_t length = bytes && room ? strftime(bytes, room, narrow, time) : 0;
    if (length)
        length = mbstowcs(text, bytes, size);
    free(bytes);
    if (length && length < size)
        return length;
    if (size)
        *text = L'\0';
    return 0;
}

WEAK size_t wcsftime_l(wchar_t *restrict text, size_t size, const wchar_t *restrict format,
                       const struct tm *restrict time, locale_t locale) {
    (void)locale;
    return wcsftime(text, size, format, time);
}
