#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "libc/names/weak.h"

int __oc_vasprintf(char **text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return -1;
    *text = (malloc)((size_t)length + 1);
    return *text ? vsnprintf(*text, (size_t)length + 1, format, arguments) : -1;
}
ALSO_NAMED(vasprintf);

int __oc_asprintf(char **text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = __oc_vasprintf(text, format, arguments);
    va_end(arguments);
    return result;
}
ALSO_NAMED(asprintf);
