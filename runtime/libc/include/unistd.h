/* picolibc's <unistd.h>, with calls that are not offered. */
#ifndef ONCHIP_UNISTD_H
#define ONCHIP_UNISTD_H

#include_next <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

char *cuserid(char *name);
int getlogin_r(char *name, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
