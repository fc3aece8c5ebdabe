/* picolibc's <sys/types.h> with <sys/select.h>, as glibc's has it for programs that do not ask for
 * a standard only: they use fd_set without a header of its own. */
#ifndef ONCHIP_SYS_TYPES_H
#define ONCHIP_SYS_TYPES_H

#include_next <sys/types.h>

#if __MISC_VISIBLE
#include <sys/select.h>
#endif

#endif
