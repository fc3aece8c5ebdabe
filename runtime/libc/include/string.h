/* picolibc's <string.h> without names that are reserved for programs (oc/left.h). */
#ifndef _STRING_H
#define _STRING_H

#include <oc/left.h>

#include_next <string.h>

#include <oc/taken.h>

#endif
