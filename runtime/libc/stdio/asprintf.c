#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int vasprintf(char **text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return -1;
    *text = malloc((size_t)length + 1);
    return *text ? vsnprintf(*text, (size_t)length + 1, format, arguments) : -1;
}

int asprintf(char **text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vasprintf(text, format, arguments);
    va_end(arguments);
    return result;
}
