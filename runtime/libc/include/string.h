/* picolibc's <string.h> without names of programs. */
#ifndef ONCHIP_STRING_H
#define ONCHIP_STRING_H

#include <oc/left.h>

#include_next <string.h>

#include <oc/taken.h>

#endif
