#include <errno.h>

#include "libc/names/weak.h"
#include "libc/stdio/stream.h"

#undef feof
#undef ferror
#undef clearerr

int feof(FILE *file) {
    return (file->flags & __SEOF) != 0;
}

int ferror(FILE *file) {
    return (file->flags & __SERR) != 0;
}

void clearerr(FILE *file) {
    file->flags &= (uint8_t) ~(__SEOF | __SERR);
}

int __oc_fileno(FILE *file) {
    if (file->flags & STREAM_OURS)
        return ((struct stream *)file)->descriptor;
    errno = EBADF;
    return -1;
}
ALSO_NAMED(fileno);
