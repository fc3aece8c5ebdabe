#include <errno.h>

#include "libc/names/weak.h"
#include "libc/stdio/stream.h"

#define LEAST_BYTES (4 * STREAM_PUSHBACK) /* smaller buffers are ignored */

int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
    if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF) {
        errno = EINVAL;
        return EOF;
    }
    struct stream *stream = __oc_stream_lock(file);
    if (!stream)
        return EOF;
    bool good = __oc_stream_flush(stream);
    stream->mode = mode;
    if (buffer && size >= LEAST_BYTES) {
        stream->buffer = stream->at = stream->end = buffer;
        stream->size = size;
    }
    __oc_stream_unlock(stream);
    return good ? 0 : EOF;
}

void setbuf(FILE *file, char *buffer) {
    setvbuf(file, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

void __oc_setbuffer(FILE *file, char *buffer, size_t size) {
    setvbuf(file, buffer, buffer ? _IOFBF : _IONBF, size);
}
ALSO_NAMED(setbuffer);

void __oc_setlinebuf(FILE *file) {
    setvbuf(file, NULL, _IOLBF, 0);
}
ALSO_NAMED(setlinebuf);
