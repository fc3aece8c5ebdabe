/* Formatted input with wide formats. %s, %c and %[ store bytes, as in scanf(). */
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#include "libc/stdio/narrow.h"

int vfwscanf(FILE *file, const wchar_t *format, va_list arguments) {
    char *narrow;
    NARROW(narrow, format);
    return narrow ? vfscanf(file, narrow, arguments) : EOF;
}

int vswscanf(const wchar_t *text, const wchar_t *format, va_list arguments) {
    char *narrow, *input;
    NARROW(narrow, format);
    NARROW(input, text);
    return narrow && input ? vsscanf(input, narrow, arguments) : EOF;
}

int vwscanf(const wchar_t *format, va_list arguments) {
    return vfwscanf(stdin, format, arguments);
}

int fwscanf(FILE *file, const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vfwscanf(file, format, arguments);
    va_end(arguments);
    return result;
}

int swscanf(const wchar_t *text, const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vswscanf(text, format, arguments);
    va_end(arguments);
    return result;
}

int wscanf(const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vfwscanf(stdin, format, arguments);
    va_end(arguments);
    return result;
}
