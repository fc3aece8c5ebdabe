/* Functions that describe the buffer of a stream. A foreign stream (stream.h) has no buffer. */
#include <stdio_ext.h>

#include "libc/stdio/stream.h"

static struct stream *ours(FILE *file) {
    return file->__flags & STREAM_OURS ? (struct stream *)file : NULL;
}

static bool is(const struct stream *stream, int state) {
    return stream && (int)stream->state == state;
}

size_t __fbufsize(FILE *file) {
    const struct stream *stream = ours(file);
    return stream ? stream->size : 0;
}

size_t __fpending(FILE *file) {
    const struct stream *stream = ours(file);
    return is(stream, STREAM_WRITING) ? (size_t)(stream->at - stream->buffer) : 0;
}

void __fpurge(FILE *file) {
    struct stream *stream = __oc_stream_lock(file);
    if (!stream)
        return;
    if (is(stream, STREAM_WRITING))
        stream->at = stream->buffer;
    else if (is(stream, STREAM_READING))
        stream->at = stream->end;
    __oc_stream_unlock(stream);
}

int __freadable(FILE *file) {
    return (file->__flags & STREAM_READABLE) != 0;
}

int __fwritable(FILE *file) {
    return (file->__flags & STREAM_WRITABLE) != 0;
}

int __freading(FILE *file) {
    return is(ours(file), STREAM_READING) || !__fwritable(file);
}

int __fwriting(FILE *file) {
    return is(ours(file), STREAM_WRITING) || !__freadable(file);
}

int __flbf(FILE *file) {
    const struct stream *stream = ours(file);
    return stream && stream->mode == _IOLBF;
}

void _flushlbf(void) {
    fflush(NULL);
}

int __fsetlocking(FILE *file, int type) {
    (void)file;
    (void)type;
    return FSETLOCKING_INTERNAL;
}

size_t __freadahead(FILE *file) {
    const struct stream *stream = ours(file);
    return is(stream, STREAM_READING) ? (size_t)(stream->end - stream->at) : 0;
}

const char *__freadptr(FILE *file, size_t *bytes) {
    *bytes = __freadahead(file);
    return *bytes ? ours(file)->at : NULL;
}

void __freadptrinc(FILE *file, size_t bytes) {
    ours(file)->at += bytes;
}

void __fseterr(FILE *file) {
    file->__flags |= STREAM_ERROR;
}
