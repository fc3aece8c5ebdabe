#include <string.h>

#include "libc/stdio/stream.h"

/* Text and newline are written under one lock, so that they stay together. */
int puts(const char *text) {
    struct stream *stream = __oc_stream_lock(stdout);
    size_t length = strlen(text);
    bool good = __oc_stream_write(stream, text, length) == length &&
                __oc_stream_write(stream, "\n", 1) == 1;
    good = __oc_stream_end_write(stream) && good;
    __oc_stream_unlock(stream);
    return good ? 0 : EOF;
}
