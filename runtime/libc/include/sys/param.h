/* picolibc's <sys/param.h> with the headers that glibc's includes, on which programs rely. */
#ifndef ONCHIP_SYS_PARAM_H
#define ONCHIP_SYS_PARAM_H

#include_next <sys/param.h>

#include <endian.h>
#include <limits.h>
#include <signal.h>

#define DEV_BSIZE 512
#define EXEC_PAGESIZE 4096
#ifndef NBBY
#define NBBY 8
#endif
#ifndef MAXHOSTNAMELEN
#define MAXHOSTNAMELEN 64
#endif
#ifndef NGROUPS
#define NGROUPS 65536
#endif
#define NCARGS 131072
#define CANBSIZ 255
#define NOGROUP 65535
#define NODEV ((dev_t)-1)
#define setbit(bits, i) ((bits)[(i) / NBBY] |= 1 << (i) % NBBY)
#define clrbit(bits, i) ((bits)[(i) / NBBY] &= ~(1 << (i) % NBBY))
#define isset(bits, i) ((bits)[(i) / NBBY] & (1 << (i) % NBBY))
#define isclr(bits, i) (!isset(bits, i))
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
