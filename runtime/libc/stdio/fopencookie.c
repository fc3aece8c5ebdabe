/* Streams whose data a program's own functions read and write (glibc). They have no buffer: each
 * byte is a call of such a function. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

struct cookie_file {
    struct foreign foreign; /* must be first: a FILE * points to it */
    void *cookie;
    cookie_io_functions_t functions;
};

/* A stream without a function for reading is at its end. */
static int get(FILE *file) {
    struct cookie_file *own = (struct cookie_file *)file;
    char c;
    ssize_t bytes = own->functions.read ? own->functions.read(own->cookie, &c, 1) : 0;
    if (bytes < 0)
        file->__flags |= STREAM_ERROR;
    return bytes > 0 ? (unsigned char)c : EOF;
}

static int put(char c, FILE *file) {
    struct cookie_file *own = (struct cookie_file *)file;
    return own->functions.write && own->functions.write(own->cookie, &c, 1) == 1 ? 0 : EOF;
}

static off_t seek(FILE *file, off_t offset, int whence) {
    struct cookie_file *own = (struct cookie_file *)file;
    off64_t position = offset;
    if (!own->functions.seek) {
        errno = EINVAL;
        return -1;
    }
    return own->functions.seek(own->cookie, &position, whence) < 0 ? -1 : (off_t)position;
}

static int close(FILE *file) {
    struct cookie_file *own = (struct cookie_file *)file;
    int result = own->functions.close ? own->functions.close(own->cookie) : 0;
    free(file);
    return result;
}

WEAK FILE *fopencookie(void *restrict cookie, const char *restrict mode,
                       cookie_io_functions_t functions) {
    if (!*mode || !strchr("rwa", *mode)) {
        errno = EINVAL;
        return NULL;
    }
    struct cookie_file *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    FILE *file = &own->foreign.file;
    own->foreign = (struct foreign){.close = close, .seek = seek};
    own->cookie = cookie;
    own->functions = functions;
    bool both = strchr(mode, '+');
    if (*mode == 'r' || both) {
        file->__flags |= STREAM_READABLE;
        file->__get = get;
    }
    if (*mode != 'r' || both) {
        file->__flags |= STREAM_WRITABLE;
        file->__put = put;
    }
    return file;
}
