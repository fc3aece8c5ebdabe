#include "libc/stdio/foreign.h"

#define PUSHED 0x100 /* in `unget`: there is a byte */

int __oc_foreign_get(FILE *file) {
    if (file->unget) {
        int c = file->unget & 0xff;
        file->unget = 0;
        return c;
    }
    if (!(file->flags & __SRD) || file->flags & __SEOF)
        return EOF;
    int c = file->get(file);
    if (c >= 0)
        return c;
    file->flags |= c == _FDEV_EOF ? __SEOF : __SERR;
    return EOF;
}

bool __oc_foreign_unget(FILE *file, int c) {
    if (file->unget)
        return false;
    file->unget = PUSHED | (unsigned char)c;
    file->flags &= (uint8_t)~__SEOF;
    return true;
}

bool __oc_foreign_put(FILE *file, char c) {
    if (file->flags & __SWR && file->put(c, file) >= 0)
        return true;
    file->flags |= __SERR;
    return false;
}
