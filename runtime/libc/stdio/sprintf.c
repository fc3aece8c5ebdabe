#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "libc/format/format.h"

struct memory_sink {
    struct format_sink sink;
    char *at;
    size_t room; /* not counting the null byte */
};

static void write_memory(struct format_sink *sink, const char *text, size_t bytes) {
    struct memory_sink *to = (struct memory_sink *)sink;
    if (bytes > to->room)
        bytes = to->room;
    memcpy(to->at, text, bytes);
    to->at += bytes;
    to->room -= bytes;
}

int vsnprintf(char *text, size_t size, const char *format, va_list arguments) {
    char none;
    struct memory_sink sink = {{write_memory}, size ? text : &none, size ? size - 1 : 0};
    int result = __oc_format_print(&sink.sink, format, arguments);
    *sink.at = '\0';
    return result;
}

int snprintf(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return result;
}

int vsprintf(char *text, const char *format, va_list arguments) {
    return vsnprintf(text, INT_MAX, format, arguments);
}

int sprintf(char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsnprintf(text, INT_MAX, format, arguments);
    va_end(arguments);
    return result;
}

/* picolibc's names for snprintf() and sprintf(), which strfromd(), gcvt() and others call. */
int __d_snprintf(char *text, size_t size, const char *format, ...)
    __attribute__((alias("snprintf"), copy(snprintf)));
int __d_sprintf(char *text, const char *format, ...)
    __attribute__((alias("sprintf"), copy(sprintf)));
