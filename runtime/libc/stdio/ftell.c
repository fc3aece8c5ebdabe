#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

static off_t stream_tell(struct stream *stream) {
    /* The position of appended text is known only after it has been written. */
    if (stream->append && stream->state == STREAM_WRITING && !__oc_stream_flush(stream))
        return -1;
    off_t position = __oc_lseek(stream->descriptor, 0, SEEK_CUR);
    if (position < 0)
        return -1;
    if (stream->state == STREAM_WRITING)
        return position + (stream->at - stream->buffer);
    return position - (stream->end - stream->at);
}

off_t __oc_ftello(FILE *file) {
    struct stream *stream = __oc_stream_lock(file);
    if (!stream)
        return ((struct foreign *)file)->seek(file, 0, SEEK_CUR) - (file->__pushed != 0);
    off_t position = stream_tell(stream);
    __oc_stream_unlock(stream);
    return position;
}
ALSO_NAMED(ftello);

long ftell(FILE *file) {
    return (long)__oc_ftello(file);
}

int fgetpos(FILE *file, fpos_t *position) {
    off_t now = __oc_ftello(file);
    *position = now;
    return now < 0 ? -1 : 0;
}
