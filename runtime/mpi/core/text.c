#include "mpi/core/text.h"

#include <stdlib.h>
#include <string.h>

char *oc_copy_of_text(const char *text, size_t most) {
    const char *end = memchr(text, '\0', most);
    size_t length = end ? (size_t)(end - text) : most;
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
