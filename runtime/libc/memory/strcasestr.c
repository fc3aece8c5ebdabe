/* strcasestr() in linear time; the time of picolibc's is the product of the lengths. Letters are
 * those of ASCII, as for tolower(). */
#include <string.h>

#include "libc/names/weak.h"

char *__oc_strcasestr(const char *text, const char *wanted);

static inline unsigned lower(unsigned char character) {
    return character - (unsigned)'A' < 26 ? character + 'a' - (unsigned)'A' : character;
}

#define CHARACTER char
#define UNIFY(c) lower((unsigned char)(c))
#define FIND __oc_strcasestr
#include "libc/memory/find.inc"
ALSO_NAMED(strcasestr);
