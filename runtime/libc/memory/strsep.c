/* strsep() that also finds the empty token after the last delimiter; picolibc's does not. */
#include <string.h>

#include "libc/names/weak.h"

char *__oc_strsep(char **restrict rest, const char *restrict delimiters) {
    char *piece = *rest;
    if (!piece)
        return NULL;
    char *end = piece + strcspn(piece, delimiters);
    *rest = *end ? end + 1 : NULL;
    *end = '\0';
    return piece;
}
ALSO_NAMED(strsep);
