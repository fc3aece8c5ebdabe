#include <errno.h>

#include "libc/names/weak.h"
#include "libc/stdio/stream.h"

#undef feof
#undef ferror
#undef clearerr

int feof(FILE *file) {
    return (file->__flags & STREAM_EOF) != 0;
}

int ferror(FILE *file) {
    return (file->__flags & STREAM_ERROR) != 0;
}

void clearerr(FILE *file) {
    file->__flags &= (uint8_t) ~(STREAM_EOF | STREAM_ERROR);
}

int __oc_fileno(FILE *file) {
    if (file->__flags & STREAM_OURS)
        return ((struct stream *)file)->descriptor;
    errno = EBADF;
    return -1;
}
ALSO_NAMED(fileno);
