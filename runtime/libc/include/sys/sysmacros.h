/* The major and minor parts of a device's number. The minor part has 8 bits. */
#ifndef _SYS_SYSMACROS_H
#define _SYS_SYSMACROS_H

#include <sys/types.h>

#define major(device) ((unsigned)(device) >> 8 & 0xff)
#define minor(device) ((unsigned)(device)&0xff)
#define makedev(major, minor) ((dev_t)((unsigned)(major) << 8 | ((unsigned)(minor)&0xff)))

#endif
