#include <wchar.h>

#include "libc/names/weak.h"

/* Like wcschr(), but the address of the terminating null character if there is no `c` (glibc). */
WEAK wchar_t *wcschrnul(const wchar_t *text, wchar_t c) {
    while (*text && *text != c)
        text++;
    return (wchar_t *)text;
}
