#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

struct memory_file {
    struct foreign foreign; /* must be first: a FILE * points to it */
    char *bytes;
    off_t size, room, at; /* bytes that can be read, bytes that can be written, and the position */
    bool append;
};

static int get(FILE *file) {
    struct memory_file *memory = (struct memory_file *)file;
    return memory->at < memory->size ? (unsigned char)memory->bytes[memory->at++] : EOF;
}

/* Text written at the end is followed by a null byte if there is room. */
static int put(char c, FILE *file) {
    struct memory_file *memory = (struct memory_file *)file;
    if (memory->append)
        memory->at = memory->size;
    if (memory->at >= memory->room) {
        errno = ENOSPC;
        return EOF;
    }
    memory->bytes[memory->at++] = c;
    if (memory->at > memory->size) {
        memory->size = memory->at;
        if (memory->size < memory->room)
            memory->bytes[memory->size] = '\0';
    }
    return 0;
}

static off_t seek(FILE *file, off_t offset, int whence) {
    struct memory_file *memory = (struct memory_file *)file;
    off_t from = whence == SEEK_CUR ? memory->at : whence == SEEK_END ? memory->size : 0;
    if (offset < -from || offset > memory->room - from) {
        errno = EINVAL;
        return -1;
    }
    return memory->at = from + offset;
}

static int close(FILE *file) {
    free(file);
    return 0;
}

WEAK FILE *fmemopen(void *restrict bytes, size_t size, const char *restrict mode) {
    if (!strchr("rwa", *mode) || !*mode) {
        errno = EINVAL;
        return NULL;
    }
    /* If the program passes no memory, the memory is allocated together with this structure, so
     * that fclose() frees one block. */
    size_t all;
    if (__builtin_add_overflow(sizeof(struct memory_file), bytes ? 0 : size, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    struct memory_file *memory = calloc(1, all);
    if (!memory)
        return NULL;
    FILE *file = &memory->foreign.file;
    memory->foreign = (struct foreign){.close = close, .seek = seek};
    memory->bytes = bytes ? bytes : (char *)(memory + 1);
    memory->room = (off_t)size;
    bool both = strchr(mode, '+');
    if (*mode == 'r' || both) {
        file->__flags |= STREAM_READABLE;
        file->__get = get;
    }
    if (*mode != 'r' || both) {
        file->__flags |= STREAM_WRITABLE;
        file->__put = put;
    }
    if (*mode == 'r')
        memory->size = (off_t)size;
    else if (*mode == 'w' && size)
        memory->bytes[0] = '\0';
    else
        memory->at = memory->size = (off_t)strnlen(memory->bytes, size);
    memory->append = *mode == 'a';
    return file;
}
