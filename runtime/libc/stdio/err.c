#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal/chip/inline/self.h"
#include "libc/names/weak.h"

static void print(const char *format, va_list arguments, const char *why) {
    fprintf(stderr, "%s: ", *(char **)hal_self.process->argv);
    if (format)
        vfprintf(stderr, format, arguments);
    fprintf(stderr, why ? "%s%s\n" : "\n", format ? ": " : "", why);
}

WEAK void vwarn(const char *format, va_list arguments) {
    print(format, arguments, strerror(errno));
}

WEAK void vwarnx(const char *format, va_list arguments) {
    print(format, arguments, NULL);
}

WEAK void verr(int code, const char *format, va_list arguments) {
    print(format, arguments, strerror(errno));
    exit(code);
}

WEAK void verrx(int code, const char *format, va_list arguments) {
    print(format, arguments, NULL);
    exit(code);
}

WEAK void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, strerror(errno));
    va_end(arguments);
}

WEAK void warnx(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, NULL);
    va_end(arguments);
}

WEAK void err(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, strerror(errno));
    va_end(arguments);
    exit(code);
}

WEAK void errx(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, NULL);
    va_end(arguments);
    exit(code);
}
