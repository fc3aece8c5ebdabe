/* perror() that leaves alone the text that strerror() has returned. */
#include <errno.h>
#include <stdio.h>

#include "libc/posix/unknown.h"

void perror(const char *text) {
    char unknown[UNKNOWN_BYTES];
    const char *why = __oc_error_text(errno, unknown);
    if (text && *text)
        fprintf(stderr, "%s: %s\n", text, why);
    else
        fprintf(stderr, "%s\n", why);
}
