/* wcsstr() in linear time; the time of picolibc's is the product of the lengths. */
#include <wchar.h>

#define CHARACTER wchar_t
#define UNIFY(c) (c)
#define FIND wcsstr
#include "libc/memory/find.inc"
