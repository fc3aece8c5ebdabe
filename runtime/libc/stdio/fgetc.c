#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

#undef getc
#undef getchar

int fgetc(FILE *file) {
    struct stream *stream = stream_lock(file);
    if (!stream)
        return foreign_get(file);
    int c = stream_get(stream);
    stream_unlock(stream);
    return c;
}

int getc(FILE *file) {
    return fgetc(file);
}

int getchar(void) {
    return fgetc(stdin);
}
