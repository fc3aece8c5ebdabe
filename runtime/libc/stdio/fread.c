#include <string.h>
#include <unistd.h>

#include "libc/posix/calls.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Requests larger than the buffer are read directly to their target. */
static size_t take(struct stream *stream, char *to, size_t bytes) {
    size_t taken = 0;
    if (!__oc_stream_start_reading(stream))
        return 0;
    while (taken < bytes) {
        size_t ready = smaller((size_t)(stream->end - stream->at), bytes - taken);
        memcpy(to + taken, stream->at, ready);
        stream->at += ready;
        taken += ready;
        if (bytes - taken >= stream->size && !(stream->file.__flags & STREAM_EOF)) {
            ssize_t length = __oc_read(stream->descriptor, to + taken, bytes - taken);
            if (length > 0) {
                taken += (size_t)length;
                continue;
            }
            stream->file.__flags |= length ? STREAM_ERROR : STREAM_EOF;
            break;
        }
        if (taken < bytes && !__oc_stream_fill(stream))
            break;
    }
    return taken;
}

static size_t foreign_take(FILE *file, char *to, size_t bytes) {
    size_t taken = 0;
    for (int c; taken < bytes && (c = __oc_foreign_get(file)) != EOF; taken++)
        to[taken] = (char)c;
    return taken;
}

size_t fread(void *to, size_t size, size_t count, FILE *file) {
    size_t taken;
    if (!size || !count)
        return 0;
    struct stream *stream = __oc_stream_lock(file);
    if (!stream)
        return foreign_take(file, to, size * count) / size;
    taken = take(stream, to, size * count);
    __oc_stream_unlock(stream);
    return taken / size;
}
