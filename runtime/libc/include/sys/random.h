/* Random bytes, the same in each run (libc/posix/random.c). */
#ifndef _SYS_RANDOM_H
#define _SYS_RANDOM_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GRND_NONBLOCK 1
#define GRND_RANDOM 2

ssize_t getrandom(void *buffer, size_t bytes, unsigned flags);
int getentropy(void *buffer, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
