#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

int ungetc(int c, FILE *file) {
    if (c == EOF)
        return EOF;
    struct stream *stream = __oc_stream_lock(file);
    if (!stream)
        return __oc_foreign_unget(file, c) ? (unsigned char)c : EOF;
    int result = EOF;
    if (__oc_stream_start_reading(stream) && stream->at > stream->buffer) {
        *--stream->at = (char)c;
        stream->file.__flags &= (uint8_t)~STREAM_EOF;
        result = (unsigned char)c;
    }
    __oc_stream_unlock(stream);
    return result;
}
