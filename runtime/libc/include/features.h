/* glibc's; the headers of the chip look at the same macros by themselves. */
#ifndef ONCHIP_FEATURES_H
#define ONCHIP_FEATURES_H

#include <sys/cdefs.h>

#endif
