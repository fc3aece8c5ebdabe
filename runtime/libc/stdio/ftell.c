#include <errno.h>
#include <unistd.h>

#include "libc/stdio/stream.h"

static off_t stream_tell(struct stream *stream) {
    /* Where appended text goes is known only once it is there. */
    if (stream->append && stream->state == STREAM_WRITING && !stream_flush(stream))
        return -1;
    off_t position = lseek(stream->descriptor, 0, SEEK_CUR);
    if (position < 0)
        return -1;
    if (stream->state == STREAM_WRITING)
        return position + (stream->at - stream->buffer);
    return position - (stream->end - stream->at);
}

off_t ftello(FILE *file) {
    struct stream *stream = stream_lock(file);
    if (!stream) {
        if (file->flags & __SEXT)
            return ((struct __file_ext *)file)->seek(file, 0, SEEK_CUR) - (file->unget != 0);
        errno = ESPIPE;
        return -1;
    }
    off_t position = stream_tell(stream);
    stream_unlock(stream);
    return position;
}

long ftell(FILE *file) {
    return (long)ftello(file);
}

int fgetpos(FILE *file, fpos_t *position) {
    off_t now = ftello(file);
    *position = now;
    return now < 0 ? -1 : 0;
}
