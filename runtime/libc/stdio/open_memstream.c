#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

struct growing_file {
    struct foreign foreign; /* must be first: a FILE * points to it */
    char **bytes;           /* the program's variables for the address and the size of the memory */
    size_t *size;
    size_t length, room, at;
};

static void update_size(struct growing_file *memory) {
    *memory->size = memory->at < memory->length ? memory->at : memory->length;
}

/* The bytes are always followed by a null byte. */
static int put(char c, FILE *file) {
    struct growing_file *memory = (struct growing_file *)file;
    if (memory->at + 2 > memory->room) {
        size_t room = 2 * (memory->at + 2);
        char *bytes = (realloc)(*memory->bytes, room);
        if (!bytes)
            return EOF;
        *memory->bytes = bytes;
        memory->room = room;
    }
    char *bytes = *memory->bytes;
    /* Fill the gap with zeros if the program has moved beyond the end. */
    if (memory->at > memory->length)
        memset(bytes + memory->length, 0, memory->at - memory->length);
    bytes[memory->at++] = c;
    if (memory->at > memory->length) {
        memory->length = memory->at;
        bytes[memory->length] = '\0';
    }
    update_size(memory);
    return 0;
}

static off_t seek(FILE *file, off_t offset, int whence) {
    struct growing_file *memory = (struct growing_file *)file;
    size_t from = whence == SEEK_CUR ? memory->at : whence == SEEK_END ? memory->length : 0;
    if (offset < -(off_t)from || offset > INT_MAX / 2 - (off_t)from) {
        errno = EINVAL;
        return -1;
    }
    memory->at = from + (size_t)offset;
    update_size(memory);
    return (off_t)memory->at;
}

static int close(FILE *file) {
    free(file);
    return 0;
}

WEAK FILE *open_memstream(char **bytes, size_t *size) {
    struct growing_file *memory = calloc(1, sizeof *memory);
    char *first = (calloc)(1, 32); /* the program frees this memory */
    if (!memory || !first) {
        free(memory);
        (free)(first);
        return NULL;
    }
    memory->foreign.file.__flags = STREAM_WRITABLE;
    memory->foreign.file.__put = put;
    memory->foreign.close = close;
    memory->foreign.seek = seek;
    memory->bytes = bytes;
    memory->size = size;
    memory->room = 32;
    *bytes = first;
    *size = 0;
    return &memory->foreign.file;
}
