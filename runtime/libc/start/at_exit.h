/* What exit() calls last: in programs with streams, a function that writes out their buffers, and
 * otherwise one that does nothing (link/chip.ld). */
#ifndef LIBC_START_AT_EXIT_H
#define LIBC_START_AT_EXIT_H

#include "link/variant.h"

/* Stands for a function of a part that a program does not have (link/chip.ld). */
void __oc_nothing(void);

void __oc_flush_at_exit(void);
OC_VARIANTS(__oc_flush_at_exit, __oc_flush_streams, __oc_nothing);

#endif
