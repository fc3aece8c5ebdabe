/* The table that picolibc's <ctype.h> reads where char has a sign (-fsigned-char), and that its
 * archive lacks: the classes of -128 to 255 in the C locale (C11, 7.4.1). Negative ones, EOF
 * included, have none, as in glibc. */
#include <ctype.h>

#define FIRST 128

extern const char _ctype_b[FIRST + 256];

const char _ctype_b[FIRST + 256] = {
    [FIRST + 0 ... FIRST + 8] = _C,          [FIRST + 9 ... FIRST + 13] = _C | _S,
    [FIRST + 14 ... FIRST + 31] = _C,        [FIRST + ' '] = _S | _B,
    [FIRST + '!' ... FIRST + '/'] = _P,      [FIRST + '0' ... FIRST + '9'] = _N,
    [FIRST + ':' ... FIRST + '@'] = _P,      [FIRST + 'A' ... FIRST + 'F'] = _U | _X,
    [FIRST + 'G' ... FIRST + 'Z'] = _U,      [FIRST + '[' ... FIRST + '`'] = _P,
    [FIRST + 'a' ... FIRST + 'f'] = _L | _X, [FIRST + 'g' ... FIRST + 'z'] = _L,
    [FIRST + '{' ... FIRST + '~'] = _P,      [FIRST + 127] = _C,
};
