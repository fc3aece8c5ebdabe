/* picolibc's <sys/param.h> with the headers that glibc's includes, on which programs rely. */
#ifndef ONCHIP_SYS_PARAM_H
#define ONCHIP_SYS_PARAM_H

#include_next <sys/param.h>

#include <endian.h>
#include <limits.h>
#include <signal.h>

#define DEV_BSIZE 512
#define EXEC_PAGESIZE 4096
#ifndef MAXSYMLINKS
#define MAXSYMLINKS 20
#endif
#ifndef roundup
#define roundup(x, y) (((x) + ((y)-1)) / (y) * (y))
#endif
#ifndef powerof2
#define powerof2(x) ((((x)-1) & (x)) == 0)
#endif

#endif
