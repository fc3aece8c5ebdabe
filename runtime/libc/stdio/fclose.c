#include <stdlib.h>
#include <unistd.h>

#include "libc/posix/calls.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

int fclose(FILE *file) {
    if (!(file->__flags & STREAM_OURS))
        return ((struct foreign *)file)->close(file);
    /* The stream leaves the list before it is locked, because __oc_stream_flush_all() takes the
     * locks in this order, too. */
    __oc_stream_unlist((struct stream *)file);
    struct stream *stream = __oc_stream_lock(file);
    bool good = __oc_stream_flush(stream);
    good = __oc_close(stream->descriptor) == 0 && good;
    stream->file.__flags = STREAM_OURS; /* the FILE is now neither readable nor writable */
    __oc_stream_unlock(stream);
    if (stream->allocated)
        free(stream);
    return good ? 0 : EOF;
}
