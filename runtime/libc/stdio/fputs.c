#include <string.h>

#include "libc/stdio/put.h"

int fputs(const char *text, FILE *file) {
    size_t length = strlen(text);
    return __oc_put_text(file, text, length) == length ? 0 : EOF;
}
