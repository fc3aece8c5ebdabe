/* Words in streams, and other functions of streams from early versions of Unix. */
#include <stdio.h>

#include "libc/names/weak.h"

WEAK int getw(FILE *file) {
    int word;
    return fread(&word, sizeof word, 1, file) == 1 ? word : EOF;
}

WEAK int putw(int word, FILE *file) {
    return fwrite(&word, sizeof word, 1, file) == 1 ? 0 : EOF;
}

/* Writes out all streams. They stay open, which the program cannot observe, since it must not use
 * them any more. */
WEAK int fcloseall(void) {
    return fflush(NULL);
}
