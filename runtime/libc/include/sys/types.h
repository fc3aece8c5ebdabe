/* picolibc's <sys/types.h>, which also includes <sys/select.h> unless the program asks for a
 * standard only. glibc's does so, too, and programs therefore use fd_set without including its
 * header. */
#ifndef ONCHIP_SYS_TYPES_H
#define ONCHIP_SYS_TYPES_H

#include_next <sys/types.h>

#if __MISC_VISIBLE
#include <sys/select.h>
#endif

#endif
