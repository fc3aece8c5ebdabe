#include "libc/stdio/stream.h"

int fflush(FILE *file) {
    if (!file)
        return __oc_stream_flush_all();
    struct stream *stream = __oc_stream_lock(file);
    if (!stream)
        return 0;
    bool good = __oc_stream_flush(stream);
    __oc_stream_unlock(stream);
    return good ? 0 : EOF;
}
