/* Formatted output with wide formats. The format is converted to bytes in the locale's encoding,
 * and the output is made of bytes. If the function writes wide characters, it converts these bytes
 * back. So the widths and precisions of %s, and those of all fields that go to a file, count
 * bytes. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>

#include "libc/format/format.h"
#include "libc/stdio/narrow.h"

struct wide_sink {
    struct format_sink sink;
    wchar_t *at;
    size_t room; /* not counting the null character */
    mbstate_t state;
    bool failed; /* the text does not fit or cannot be converted */
};

void __oc_write_wide(struct format_sink *sink, const char *text, size_t bytes) {
    struct wide_sink *to = (struct wide_sink *)sink;
    for (size_t i = 0; i < bytes && !to->failed; i++) {
        wchar_t c;
        size_t taken = mbrtowc(&c, &text[i], 1, &to->state);
        if (taken == (size_t)-2)
            continue;
        if (taken == (size_t)-1 || !to->room) {
            to->failed = true;
        } else {
            *to->at++ = c;
            to->room--;
        }
    }
}

int vswprintf(wchar_t *text, size_t size, const wchar_t *format, va_list arguments) {
    char *narrow;
    NARROW(narrow, format);
    if (!narrow || !size)
        return -1;
    struct wide_sink sink = {.sink = {__oc_write_wide}, .at = text, .room = size - 1};
    int result = __oc_format_print(&sink.sink, narrow, arguments);
    *sink.at = L'\0';
    return result < 0 || sink.failed ? -1 : (int)(sink.at - text);
}

int swprintf(wchar_t *text, size_t size, const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vswprintf(text, size, format, arguments);
    va_end(arguments);
    return result;
}

int vfwprintf(FILE *file, const wchar_t *format, va_list arguments) {
    char *narrow;
    NARROW(narrow, format);
    return narrow ? vfprintf(file, narrow, arguments) : -1;
}

int fwprintf(FILE *file, const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vfwprintf(file, format, arguments);
    va_end(arguments);
    return result;
}

int vwprintf(const wchar_t *format, va_list arguments) {
    return vfwprintf(stdout, format, arguments);
}

int wprintf(const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vfwprintf(stdout, format, arguments);
    va_end(arguments);
    return result;
}
