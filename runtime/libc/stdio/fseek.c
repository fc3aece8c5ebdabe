#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

static off_t foreign_seek(FILE *file, off_t offset, int whence) {
    file->__pushed = 0;
    file->__flags &= (uint8_t)~STREAM_EOF;
    return ((struct foreign *)file)->seek(file, offset, whence);
}

/* lseek() relative to the program's position, not to the end of the data that were read ahead. */
static off_t stream_seek(struct stream *stream, off_t offset, int whence) {
    if (!__oc_stream_flush(stream))
        return -1;
    off_t result = __oc_lseek(stream->descriptor, offset, whence);
    if (result >= 0)
        stream->file.__flags &= (uint8_t)~STREAM_EOF;
    return result;
}

int __oc_fseeko(FILE *file, off_t offset, int whence) {
    struct stream *stream = __oc_stream_lock(file);
    if (!stream)
        return foreign_seek(file, offset, whence) < 0 ? -1 : 0;
    off_t result = stream_seek(stream, offset, whence);
    __oc_stream_unlock(stream);
    return result < 0 ? -1 : 0;
}
ALSO_NAMED(fseeko);

int fseek(FILE *file, long offset, int whence) {
    return __oc_fseeko(file, offset, whence);
}

void rewind(FILE *file) {
    __oc_fseeko(file, 0, SEEK_SET);
    clearerr(file);
}

int fsetpos(FILE *file, const fpos_t *position) {
    return __oc_fseeko(file, (off_t)*position, SEEK_SET);
}
