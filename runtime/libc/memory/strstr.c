/* strstr() in linear time; the time of picolibc's is the product of the lengths. */
#include <string.h>

#define CHARACTER char
#define UNIFY(c) (c)
#define FIND strstr
#include "libc/memory/find.inc"
