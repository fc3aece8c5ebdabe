/* A file for programs that include glibc's <features.h>. The chip's headers evaluate the same
 * macros by themselves. */
#ifndef _FEATURES_H
#define _FEATURES_H

#include <sys/cdefs.h>

#endif
