#include <netdb.h>
#include <stdio.h>

#include "libc/names/weak.h"

WEAK void herror(const char *prefix) {
    fprintf(stderr, "%s%s%s\n", prefix ? prefix : "", prefix && *prefix ? ": " : "",
            hstrerror(h_errno));
}
