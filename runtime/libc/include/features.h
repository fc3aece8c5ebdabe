/* A file for programs that include glibc's <features.h>. The chip's headers evaluate the same
 * macros by themselves. */
#ifndef ONCHIP_FEATURES_H
#define ONCHIP_FEATURES_H

#include <sys/cdefs.h>

#endif
