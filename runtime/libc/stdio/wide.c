/* Wide characters to and from streams, in the locale's encoding. Streams have no orientation: each
 * takes both bytes and wide characters. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <wchar.h>

#include "libc/stdio/stream.h"

#undef getwc
#undef getwchar
#undef putwc
#undef putwchar

wint_t fgetwc(FILE *file) {
    mbstate_t state = {0};
    wchar_t result;
    int c;
    while ((c = fgetc(file)) != EOF) {
        char byte = (char)c;
        size_t taken = mbrtowc(&result, &byte, 1, &state);
        if (taken <= 1)
            return (wint_t)result;
        if (taken == (size_t)-1)
            break;
    }
    if (c != EOF || !mbsinit(&state)) {
        errno = EILSEQ;
        file->__flags |= STREAM_ERROR;
    }
    return WEOF;
}

wint_t fputwc(wchar_t c, FILE *file) {
    mbstate_t state = {0};
    char bytes[MB_LEN_MAX];
    size_t count = wcrtomb(bytes, c, &state);
    if (count == (size_t)-1) {
        file->__flags |= STREAM_ERROR;
        return WEOF;
    }
    return fwrite(bytes, 1, count, file) == count ? (wint_t)c : WEOF;
}

wint_t ungetwc(wint_t c, FILE *file) {
    mbstate_t state = {0};
    char bytes[MB_LEN_MAX];
    size_t count = c == WEOF ? (size_t)-1 : wcrtomb(bytes, (wchar_t)c, &state);
    if (count == (size_t)-1)
        return WEOF;
    while (count--)
        if (ungetc((unsigned char)bytes[count], file) == EOF)
            return WEOF;
    return c;
}

wchar_t *fgetws(wchar_t *line, int size, FILE *file) {
    int length = 0;
    wint_t c = 0;
    while (length < size - 1 && c != L'\n' && (c = fgetwc(file)) != WEOF)
        line[length++] = (wchar_t)c;
    if (size < 1 || (!length && size > 1) || (c == WEOF && ferror(file)))
        return NULL;
    line[length] = L'\0';
    return line;
}

int fputws(const wchar_t *text, FILE *file) {
    return fprintf(file, "%ls", text) < 0 ? -1 : 0;
}

wint_t getwc(FILE *file) {
    return fgetwc(file);
}

wint_t getwchar(void) {
    return fgetwc(stdin);
}

wint_t putwc(wchar_t c, FILE *file) {
    return fputwc(c, file);
}

wint_t putwchar(wchar_t c) {
    return fputwc(c, stdout);
}

int fwide(FILE *file, int mode) {
    (void)file;
    return mode;
}
