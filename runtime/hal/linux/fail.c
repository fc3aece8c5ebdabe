#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hal/linux/shared.h"

_Noreturn void hal_fail(const char *what) {
    fprintf(stderr, "onchip: process %d: %s: %s\n", hal_self.place, what, strerror(errno));
    hal_abort(1);
}

_Noreturn void hal_misuse(const char *format, ...) {
    char sentence[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    fprintf(stderr, "onchip: process %d: %s\n", hal_self.place, sentence);
    hal_abort(1);
}
