#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "libc/format/format.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

/* Collects the text, so that a short text is written by one call. */
struct descriptor_sink {
    struct format_sink sink;
    int descriptor;
    int failed;
    size_t length;
    char text[128];
};

static void flush(struct descriptor_sink *to) {
    if (to->length && __oc_write(to->descriptor, to->text, to->length) != (ssize_t)to->length)
        to->failed = 1;
    to->length = 0;
}

static void write_descriptor(struct format_sink *sink, const char *text, size_t bytes) {
    struct descriptor_sink *to = (struct descriptor_sink *)sink;
    while (bytes) {
        size_t piece = sizeof to->text - to->length;
        if (piece > bytes)
            piece = bytes;
        memcpy(to->text + to->length, text, piece);
        to->length += piece;
        text += piece;
        bytes -= piece;
        if (to->length == sizeof to->text)
            flush(to);
    }
}

int __oc_vdprintf(int descriptor, const char *format, va_list arguments) {
    struct descriptor_sink sink = {.sink = {write_descriptor}, .descriptor = descriptor};
    int result = __oc_format_print(&sink.sink, format, arguments);
    flush(&sink);
    return sink.failed ? -1 : result;
}
ALSO_NAMED(vdprintf);

int __oc_dprintf(int descriptor, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = __oc_vdprintf(descriptor, format, arguments);
    va_end(arguments);
    return result;
}
ALSO_NAMED(dprintf);
