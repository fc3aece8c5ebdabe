/* picolibc's <unistd.h>, with what some versions of it leave out, and calls that are not offered.
 */
#ifndef ONCHIP_UNISTD_H
#define ONCHIP_UNISTD_H

#include_next <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef _GNU_SOURCE
extern char **environ;
#endif

/* Numbers that no version gives to another name. */
#ifndef _SC_NPROCESSORS_CONF
#define _SC_NPROCESSORS_CONF 10001
#define _SC_NPROCESSORS_ONLN 10002
#endif

char *cuserid(char *name);
int getlogin_r(char *name, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
