/* Locks on files (BSD). */
#ifndef _SYS_FILE_H
#define _SYS_FILE_H

#include <fcntl.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

int flock(int file, int operation);

#ifdef __cplusplus
}
#endif

#endif
