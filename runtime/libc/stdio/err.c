#include <err.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "libc/names/weak.h"
#include "libc/posix/unknown.h"

static void print(const char *format, va_list arguments, bool with_error) {
    int number = errno;
    char unknown[UNKNOWN_BYTES];
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format)
        vfprintf(stderr, format, arguments);
    if (with_error)
        fprintf(stderr, "%s%s\n", format ? ": " : "", __oc_error_text(number, unknown));
    else
        fputc('\n', stderr);
}

WEAK void vwarn(const char *format, va_list arguments) {
    print(format, arguments, true);
}

WEAK void vwarnx(const char *format, va_list arguments) {
    print(format, arguments, false);
}

WEAK void verr(int code, const char *format, va_list arguments) {
    print(format, arguments, true);
    exit(code);
}

WEAK void verrx(int code, const char *format, va_list arguments) {
    print(format, arguments, false);
    exit(code);
}

WEAK void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, true);
    va_end(arguments);
}

WEAK void warnx(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, false);
    va_end(arguments);
}

WEAK void err(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, true);
    va_end(arguments);
    exit(code);
}

WEAK void errx(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, false);
    va_end(arguments);
    exit(code);
}
