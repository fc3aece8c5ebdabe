/* The table for <ctype.h>: the classes of the characters -128 to 255 in the C locale (C11, 7.4.1).
 * Negative characters, EOF included, are in no class, as in glibc. */
#include <ctype.h>

#define FIRST 128
#define U __oc_upper
#define L __oc_lower
#define X __oc_hex

const char __oc_ctype[FIRST + 256] = {
    [FIRST + 0 ... FIRST + 8] = __oc_control,
    [FIRST + 9 ... FIRST + 13] = __oc_control | __oc_space,
    [FIRST + 14 ... FIRST + 31] = __oc_control,
    [FIRST + ' '] = __oc_space | (char)__oc_blank,
    [FIRST + '!' ... FIRST + '/'] = __oc_punct,
    [FIRST + '0' ... FIRST + '9'] = __oc_digit,
    [FIRST + ':' ... FIRST + '@'] = __oc_punct,
    [FIRST + 'A' ... FIRST + 'F'] = U | X,
    [FIRST + 'G' ... FIRST + 'Z'] = U,
    [FIRST + '[' ... FIRST + '`'] = __oc_punct,
    [FIRST + 'a' ... FIRST + 'f'] = L | X,
    [FIRST + 'g' ... FIRST + 'z'] = L,
    [FIRST + '{' ... FIRST + '~'] = __oc_punct,
    [FIRST + 127] = __oc_control,
};
