#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "libc/names/weak.h"

#define FIRST_BYTES 80

ssize_t __oc_getdelim(char **restrict line, size_t *restrict size, int delimiter,
                      FILE *restrict file) {
    size_t length = 0;
    int c;
    if (!*line)
        *size = 0;
    do {
        c = fgetc(file);
        if (c == EOF && length == 0)
            return -1;
        if (length + 2 > *size) {
            size_t more = *size ? 2 * *size : FIRST_BYTES;
            char *longer = (realloc)(*line, more);
            if (!longer)
                return -1;
            *line = longer;
            *size = more;
        }
        if (c != EOF)
            (*line)[length++] = (char)c;
    } while (c != EOF && c != delimiter);
    (*line)[length] = '\0';
    return (ssize_t)length;
}
ALSO_NAMED(getdelim);

ssize_t __oc_getline(char **restrict line, size_t *restrict size, FILE *restrict file) {
    return __oc_getdelim(line, size, '\n', file);
}
ALSO_NAMED(getline);
