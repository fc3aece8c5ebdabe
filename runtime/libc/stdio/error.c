#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal/chip/inline/self.h"
#include "libc/names/weak.h"
#include "libc/posix/unknown.h"

WEAK unsigned error_message_count;
WEAK int error_one_per_line;
WEAK void (*error_print_progname)(void);

static void begin(const char *format) {
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s:%s", *(char **)hal_self.process->argv, format);
}

static void end(int code, int number, const char *format, va_list arguments) {
    char unknown[UNKNOWN_BYTES];
    vfprintf(stderr, format, arguments);
    if (number)
        fprintf(stderr, ": %s", __oc_error_text(number, unknown));
    fputc('\n', stderr);
    error_message_count++;
    if (code)
        exit(code);
}

WEAK void error(int code, int number, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    begin(" ");
    end(code, number, format, arguments);
    va_end(arguments);
}

WEAK void error_at_line(int code, int number, const char *file, unsigned line, const char *format,
                        ...) {
    static const char *last_file;
    static unsigned last_line;
    if (error_one_per_line && last_line == line &&
        (last_file == file || (last_file && file && !strcmp(last_file, file))))
        return;
    last_file = file;
    last_line = line;
    va_list arguments;
    va_start(arguments, format);
    begin(file ? "" : " ");
    if (file)
        fprintf(stderr, "%s:%u: ", file, line);
    end(code, number, format, arguments);
    va_end(arguments);
}
