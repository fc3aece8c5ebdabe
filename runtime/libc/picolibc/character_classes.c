/* The functions of <ctype.h>. A program calls them where it cannot use the macros: through
 * pointers, and in C++ (C11, 7.4.1 and 7.4.2; POSIX, isalnum_l() and others). As in glibc, a
 * character may have any value from -128 on. */
#include <ctype.h>

#include "libc/names/weak.h"

#define DEFINE(name)                                                                               \
    int(name)(int c) {                                                                             \
        return name(c);                                                                            \
    }                                                                                              \
    int __oc_##name##_l(int c, locale_t locale);                                                   \
    int __oc_##name##_l(int c, locale_t locale) {                                                  \
        (void)locale;                                                                              \
        return name(c);                                                                            \
    }                                                                                              \
    ALSO_NAMED(name##_l)

DEFINE(isalnum);
DEFINE(isalpha);
DEFINE(iscntrl);
DEFINE(isdigit);
DEFINE(isgraph);
DEFINE(islower);
DEFINE(isprint);
DEFINE(ispunct);
DEFINE(isspace);
DEFINE(isupper);
DEFINE(isxdigit);
DEFINE(tolower);
DEFINE(toupper);
