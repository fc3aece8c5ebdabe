/* strverscmp() as in glibc. Strings are compared letter by letter, but runs of digits by their
 * value or, if they begin with zeros, as fractions. picolibc's function sorts digits after
 * letters. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "libc/names/weak.h"

static bool is_digit(unsigned char letter) {
    return letter >= '0' && letter <= '9';
}

int __oc_strverscmp(const char *first, const char *second) {
    const unsigned char *one = (const void *)first, *other = (const void *)second;
    size_t at = 0, run = 0; /* index of the first difference; start of the digits before it */
    bool all_zeros = true;  /* whether the digits before the first difference are zeros */
    for (; one[at] == other[at]; at++) {
        if (!one[at])
            return 0;
        if (!is_digit(one[at])) {
            run = at + 1;
            all_zeros = true;
        } else if (one[at] != '0') {
            all_zeros = false;
        }
    }
    if (is_digit(one[run]) && one[run] != '0' && is_digit(other[run]) && other[run] != '0') {
        size_t end = at;
        while (is_digit(one[end]) && is_digit(other[end]))
            end++;
        if (is_digit(one[end]) != is_digit(other[end]))
            return is_digit(one[end]) ? 1 : -1;
    } else if (all_zeros && run < at && (is_digit(one[at]) || is_digit(other[at]))) {
        return (unsigned char)(one[at] - '0') - (unsigned char)(other[at] - '0');
    }
    return one[at] - other[at];
}
ALSO_NAMED(strverscmp);
