#include "libc/names/weak.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

char *fgets(char *line, int size, FILE *file) {
    struct stream *stream = __oc_stream_lock(file);
    int length = 0;
    int c = 0;
    while (length < size - 1 && c != '\n') {
        c = stream ? __oc_stream_get(stream) : __oc_foreign_get(file);
        if (c == EOF)
            break;
        line[length++] = (char)c;
    }
    if (stream)
        __oc_stream_unlock(stream);
    if (size < 1 || (length == 0 && size > 1) || (c == EOF && file->__flags & STREAM_ERROR))
        return NULL;
    line[length] = '\0';
    return line;
}

/* gets() is no longer in the standard, because it cannot be made safe. picolibc's headers still
 * declare it. */
char *__oc_gets(char *line) {
    int c;
    char *at = line;
    while ((c = fgetc(stdin)) != EOF && c != '\n')
        *at++ = (char)c;
    *at = '\0';
    return c == EOF && at == line ? NULL : line;
}
ALSO_NAMED(gets);
