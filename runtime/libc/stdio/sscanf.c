#include <stdio.h>

#include "libc/scan/format.h"

int vsscanf(const char *text, const char *format, va_list arguments) {
    struct scan_input input = {
        .get = __oc_scan_get_text, .unget = __oc_scan_unget_text, .at = text};
    return __oc_scan_format(&input, format, arguments);
}

int sscanf(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    va_end(arguments);
    return result;
}
