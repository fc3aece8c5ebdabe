#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"
#include "libc/stdio/stream.h"

/* Sets the flags of open() and of the FILE for a mode such as "r+b"; returns false if the mode is
 * invalid. */
static bool read_mode(const char *mode, int *flags, int *direction) {
    switch (*mode) {
    case 'r':
        *flags = O_RDONLY;
        *direction = STREAM_READABLE;
        break;
    case 'w':
        *flags = O_WRONLY | O_CREAT | O_TRUNC;
        *direction = STREAM_WRITABLE;
        break;
    case 'a':
        *flags = O_WRONLY | O_CREAT | O_APPEND;
        *direction = STREAM_WRITABLE;
        break;
    default:
        return false;
    }
    if (strchr(mode, '+')) {
        *flags = (*flags & ~O_ACCMODE) | O_RDWR;
        *direction = STREAM_READABLE | STREAM_WRITABLE;
    }
    if (strchr(mode, 'x'))
        *flags |= O_EXCL;
    return true;
}

static void set_up(struct stream *stream, int descriptor, int flags, int direction) {
    stream->file.__flags = (uint8_t)(direction | STREAM_OURS);
    stream->descriptor = descriptor;
    stream->append = flags & O_APPEND;
    stream->state = STREAM_IDLE;
    stream->at = stream->end = stream->buffer;
    stream->mode = _IOFBF;
}

/* Reads the mode and allocates a stream. If the mode is invalid or there is no memory, returns null
 * and sets errno. A stream and its buffer are one block, which fclose() frees. */
static struct stream *allocate(const char *mode, int *flags, int *direction) {
    struct stream *stream = NULL;
    if (!read_mode(mode, flags, direction))
        errno = EINVAL;
    else if ((stream = calloc(1, sizeof *stream + BUFSIZ))) {
        stream->allocated = true;
        stream->buffer = (char *)(stream + 1);
        stream->size = BUFSIZ;
    }
    return stream;
}

/* Makes every write to the open file go to its end. */
static bool append_to(int descriptor) {
    int flags = hal_flags(descriptor);
    return posix_result(flags < 0 ? flags : hal_set_flags(descriptor, flags | O_APPEND)) >= 0;
}

FILE *__oc_fdopen(int descriptor, const char *mode) {
    int flags, direction;
    struct stream *stream = allocate(mode, &flags, &direction);
    if (!stream)
        return NULL;
    /* As in Linux, O_APPEND then holds for all copies of the descriptor. */
    if (flags & O_APPEND && !append_to(descriptor)) {
        free(stream);
        return NULL;
    }
    set_up(stream, descriptor, flags, direction);
    return &stream->file;
}
ALSO_NAMED(fdopen);

FILE *fopen(const char *path, const char *mode) {
    int flags, direction;
    struct stream *stream = allocate(mode, &flags, &direction);
    if (!stream)
        return NULL;
    int descriptor = __oc_open(path, flags, 0666);
    if (descriptor < 0) {
        free(stream);
        return NULL;
    }
    set_up(stream, descriptor, flags, direction);
    return &stream->file;
}

FILE *freopen(const char *path, const char *mode, FILE *file) {
    int flags, direction;
    struct stream *stream = __oc_stream_lock(file);
    if (!stream || !path || !read_mode(mode, &flags, &direction)) {
        errno = EINVAL;
        if (stream)
            __oc_stream_unlock(stream);
        return NULL;
    }
    __oc_stream_flush(stream);
    __oc_close(stream->descriptor);
    int descriptor = __oc_open(path, flags, 0666);
    if (descriptor >= 0)
        set_up(stream, descriptor, flags, direction);
    __oc_stream_unlock(stream);
    if (descriptor >= 0)
        return file;
    fclose(file);
    return NULL;
}
