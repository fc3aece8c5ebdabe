#include "libc/stdio/stream.h"

int fflush(FILE *file) {
    if (!file)
        return stream_flush_all();
    struct stream *stream = stream_lock(file);
    if (!stream)
        return file->flush ? file->flush(file) : 0;
    bool good = stream_flush(stream);
    stream_unlock(stream);
    return good ? 0 : EOF;
}
