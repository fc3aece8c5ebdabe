#include "libc/stdio/foreign.h"

#include "libc/stdio/stream.h"

#define PUSHED 0x100 /* set in `unget` if `unget` holds a byte */

int __oc_foreign_get(FILE *file) {
    if (file->__pushed) {
        int c = file->__pushed & 0xff;
        file->__pushed = 0;
        return c;
    }
    if (!(file->__flags & STREAM_READABLE) || file->__flags & STREAM_EOF)
        return EOF;
    int c = file->__get(file);
    if (c >= 0)
        return c;
    file->__flags |= STREAM_EOF;
    return EOF;
}

bool __oc_foreign_unget(FILE *file, int c) {
    if (file->__pushed)
        return false;
    file->__pushed = PUSHED | (unsigned char)c;
    file->__flags &= (uint8_t)~STREAM_EOF;
    return true;
}

__attribute__((noinline)) bool __oc_foreign_put_alone(FILE *file, char c) {
    if (file->__flags & STREAM_WRITABLE && file->__put(c, file) >= 0)
        return true;
    file->__flags |= STREAM_ERROR;
    return false;
}

/* Only programs with threads contain this function. In other programs, its address is null. */
#pragma weak __oc_foreign_put_shared

bool __oc_foreign_put(FILE *file, char c) {
    return __oc_foreign_put_shared ? __oc_foreign_put_shared(file, c)
                                   : __oc_foreign_put_alone(file, c);
}
