#include "libc/stdio/stream.h"
#include "libc/posix/calls.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "libc/start/at_exit.h"

struct stream *__oc_stream_lock(FILE *file) {
    if (!(file->__flags & STREAM_OURS))
        return NULL;
    struct stream *stream = (struct stream *)file;
    __oc_lock_acquire(&stream->lock);
    return stream;
}

void __oc_stream_unlock(struct stream *stream) {
    __oc_lock_release(&stream->lock);
}

static bool fail(struct stream *stream) {
    stream->file.__flags |= STREAM_ERROR;
    return false;
}

/* Writes all bytes directly to the file; returns false after an error. */
static bool write_all(struct stream *stream, const char *text, size_t bytes) {
    while (bytes) {
        ssize_t written = __oc_write(stream->descriptor, text, bytes);
        if (written <= 0)
            return fail(stream);
        text += written;
        bytes -= (size_t)written;
    }
    return true;
}

bool __oc_stream_flush(struct stream *stream) {
    bool good = true;
    if (stream->state == STREAM_WRITING)
        good = write_all(stream, stream->buffer, (size_t)(stream->at - stream->buffer));
    else if (stream->at != stream->end)
        /* In a file without a position, bytes that were read ahead are lost. */
        __oc_lseek(stream->descriptor, stream->at - stream->end, SEEK_CUR);
    stream->at = stream->end = stream->buffer;
    stream->newline = false;
    stream->state = STREAM_IDLE;
    return good;
}

static bool start(struct stream *stream, int direction, int state) {
    if (!(stream->file.__flags & direction)) {
        errno = EBADF;
        return fail(stream);
    }
    bool good = __oc_stream_flush(stream);
    stream->state = state;
    return good;
}

bool __oc_stream_start_reading(struct stream *stream) {
    if (stream->state == STREAM_READING)
        return true;
    if (!start(stream, STREAM_READABLE, STREAM_READING))
        return false;
    stream->at = stream->end = stream->buffer + STREAM_PUSHBACK;
    return true;
}

bool __oc_stream_start_writing(struct stream *stream) {
    if (stream->state == STREAM_WRITING)
        return true;
    if (!start(stream, STREAM_WRITABLE, STREAM_WRITING))
        return false;
    __oc_stream_list(stream);
    return true;
}

bool __oc_stream_fill(struct stream *stream) {
    if (stream->file.__flags & STREAM_EOF)
        return false;
    stream->at = stream->end = stream->buffer + STREAM_PUSHBACK;
    /* Prompts are written out before the program waits for input. */
    if (stream->descriptor == STDIN_FILENO)
        __oc_flush_at_exit();
    ssize_t length = __oc_read(stream->descriptor, stream->at, stream->size - STREAM_PUSHBACK);
    if (length < 0)
        return fail(stream);
    if (length == 0)
        stream->file.__flags |= STREAM_EOF;
    stream->end += length;
    return length > 0;
}

int __oc_stream_get(struct stream *stream) {
    if (!__oc_stream_start_reading(stream) ||
        (stream->at == stream->end && !__oc_stream_fill(stream)))
        return EOF;
    return (unsigned char)*stream->at++;
}

size_t __oc_stream_write(struct stream *stream, const char *text, size_t bytes) {
    if (!__oc_stream_start_writing(stream))
        return 0;
    if (stream->mode == _IOLBF && memchr(text, '\n', bytes))
        stream->newline = true;
    size_t taken = 0;
    while (taken < bytes) {
        size_t room = (size_t)(stream->buffer + stream->size - stream->at);
        size_t piece = bytes - taken;
        if (stream->at == stream->buffer && piece >= stream->size) {
            /* Bypass the buffer, as the host takes any number of bytes in a call. */
            if (!write_all(stream, text + taken, piece))
                return taken;
            return bytes;
        }
        if (piece > room)
            piece = room;
        memcpy(stream->at, text + taken, piece);
        stream->at += piece;
        taken += piece;
        if (piece == room) {
            bool good = write_all(stream, stream->buffer, stream->size);
            stream->at = stream->buffer;
            if (!good)
                return taken - piece;
        }
    }
    return taken;
}

bool __oc_stream_end_write(struct stream *stream) {
    if (stream->state != STREAM_WRITING || stream->mode == _IOFBF ||
        (stream->mode == _IOLBF && !stream->newline))
        return true;
    bool good = write_all(stream, stream->buffer, (size_t)(stream->at - stream->buffer));
    stream->at = stream->buffer;
    stream->newline = false;
    return good;
}
