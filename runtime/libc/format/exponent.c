#include <string.h>

#include "libc/format/floating.h"
#include "libc/format/integer.h"

size_t __oc_exponent_text(char text[EXPONENT_BYTES], char letter, int exponent, int digits) {
    char buffer[EXPONENT_BYTES];
    char *end = buffer + sizeof buffer;
    char *start = __oc_integer_digits(end, (uint32_t)(exponent < 0 ? -exponent : exponent));
    while (end - start < digits)
        *--start = '0';
    *--start = exponent < 0 ? '-' : '+';
    *--start = letter;
    memcpy(text, start, (size_t)(end - start));
    return (size_t)(end - start);
}
