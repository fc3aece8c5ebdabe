/* Linux' name for <sys/statfs.h>. */
#ifndef ONCHIP_SYS_VFS_H
#define ONCHIP_SYS_VFS_H

#include <sys/statfs.h>

#endif
