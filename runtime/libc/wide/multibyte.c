/* Conversions between multibyte and wide characters. The encoding is ASCII in the "C" locale, and
 * UTF-8 after setlocale() with "C.UTF-8" (locale.c). Both are as in glibc. */
#include "libc/wide/multibyte.h"

#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

#include "libc/names/weak.h"

/* Stores the state of an unfinished character: the number of its bytes in total, the number of
 * missing bytes, and the value so far. */
static size_t unfinished(mbstate_t *state, unsigned total, unsigned left, uint32_t value) {
    state->__count = (int)(total << 4 | left);
    state->__value.__wch = value;
    return (size_t)-2;
}

static size_t wrong(mbstate_t *state) {
    *state = (mbstate_t){0};
    errno = EILSEQ;
    return (size_t)-1;
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict text, size_t bytes,
               mbstate_t *restrict state) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    static mbstate_t own;
    if (!state)
        state = &own;
    if (!text) {
        to = NULL;
        text = "";
        bytes = 1;
    }
    unsigned total = (unsigned)state->__count >> 4, left = (unsigned)state->__count & 15;
    uint32_t value = state->__value.__wch;
    for (size_t taken = 0; taken < bytes; taken++) {
        unsigned char byte = (unsigned char)text[taken];
        if (!total) {
            total = byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
            if (!total || byte > 0xf4 || (total > 1 && !__oc_is_utf8()))
                return wrong(state);
            value = total == 1 ? byte : byte & (0x7fu >> total);
            left = total;
        } else {
            value = value << 6 | (byte & 0x3f);
            /* The second byte shows whether the form is too long or the code is invalid. */
            uint32_t first = value << 6 * (left - 1);
            bool is_second = left == total - 1;
            if ((byte & 0xc0) != 0x80 || (is_second && (first < least[total] || first > 0x10ffff ||
                                                        (first >= 0xd800 && first < 0xe000))))
                return wrong(state);
        }
        if (!--left) {
            *state = (mbstate_t){0};
            if (to)
                *to = (wchar_t)value;
            return value ? taken + 1 : 0;
        }
    }
    return bytes ? unfinished(state, total, left, value) : (size_t)-2;
}

size_t wcrtomb(char *restrict text, wchar_t c, mbstate_t *restrict state) {
    uint32_t code = (uint32_t)c;
    if (state)
        *state = (mbstate_t){0};
    if (!text)
        return 1;
    if (code > (__oc_is_utf8() ? 0x10ffffu : 0x7fu) || (code >= 0xd800 && code < 0xe000)) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    size_t bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t byte = bytes - 1; byte > 0; byte--, code >>= 6)
        text[byte] = (char)(0x80 | (code & 0x3f));
    *text = (char)(bytes == 1 ? code : (0xf00u >> bytes & 0xf0) | code);
    return bytes;
}

int mbtowc(wchar_t *restrict to, const char *restrict text, size_t bytes) {
    mbstate_t state = {0};
    if (!text)
        return 0;
    size_t taken = mbrtowc(to, text, bytes, &state);
    return taken == (size_t)-2 ? -1 : (int)taken;
}

int mblen(const char *text, size_t bytes) {
    return mbtowc(NULL, text, bytes);
}

int wctomb(char *text, wchar_t c) {
    return text ? (int)wcrtomb(text, c, NULL) : 0;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict text, size_t count) {
    mbstate_t state = {0};
    const char *at = text;
    return mbsrtowcs(to, &at, count, &state);
}

size_t __oc_wcsnrtombs(char *restrict to, const wchar_t **restrict text, size_t count, size_t bytes,
                       mbstate_t *restrict state) {
    const wchar_t *at = *text;
    size_t written = 0;
    (void)state;
    for (; count; count--, at++) {
        char one[4];
        size_t length = wcrtomb(one, *at, NULL);
        if (length == (size_t)-1) {
            if (to)
                *text = at;
            return length;
        }
        if (to && length > bytes - written)
            break;
        for (size_t byte = 0; to && byte < length; byte++)
            to[written + byte] = one[byte];
        if (!*at) {
            at = NULL;
            break;
        }
        written += length;
    }
    if (to)
        *text = at;
    return written;
}
ALSO_NAMED(wcsnrtombs);

size_t wcsrtombs(char *restrict to, const wchar_t **restrict text, size_t bytes,
                 mbstate_t *restrict state) {
    return __oc_wcsnrtombs(to, text, SIZE_MAX, bytes, state);
}

size_t wcstombs(char *restrict to, const wchar_t *restrict text, size_t bytes) {
    const wchar_t *at = text;
    return __oc_wcsnrtombs(to, &at, SIZE_MAX, bytes, NULL);
}

wint_t btowc(int c) {
    return c >= 0 && c < 0x80 ? (wint_t)c : WEOF;
}

int wctob(wint_t c) {
    return c < 0x80 ? (int)c : EOF;
}
