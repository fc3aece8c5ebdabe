#include <stdlib.h>
#include <unistd.h>

#include "libc/stdio/stream.h"

int fclose(FILE *file) {
    if (!(file->flags & STREAM_OURS))
        return file->flags & __SCLOSE ? ((struct __file_close *)file)->close(file) : 0;
    /* Off the list before it is locked: stream_flush_all() locks in that order. */
    stream_unlist((struct stream *)file);
    struct stream *stream = stream_lock(file);
    bool good = stream_flush(stream);
    good = close(stream->descriptor) == 0 && good;
    stream->file.flags = STREAM_OURS; /* neither readable nor writable */
    stream_unlock(stream);
    if (stream->allocated)
        free(stream);
    return good ? 0 : EOF;
}
