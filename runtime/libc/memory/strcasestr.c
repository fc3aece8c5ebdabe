/* strcasestr() in linear time; the time of picolibc's is the product of the lengths. */
#include <ctype.h>
#include <string.h>

#include "libc/names/weak.h"

char *__oc_strcasestr(const char *text, const char *wanted);

#define CHARACTER char
#define UNIFY(c) tolower((unsigned char)(c))
#define FIND __oc_strcasestr
#include "libc/memory/find.inc"
ALSO_NAMED(strcasestr);
