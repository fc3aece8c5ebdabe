/* The functions of this header always fail (libc/posix/absent.h), because programs are linked
 * statically. */
#ifndef _DLFCN_H
#define _DLFCN_H

#ifdef __cplusplus
extern "C" {
#endif

#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_LOCAL 0
#define RTLD_GLOBAL 0x100

void *dlopen(const char *file, int mode);
void *dlsym(void *__restrict library, const char *__restrict name);
int dlclose(void *library);
char *dlerror(void);

#ifdef __cplusplus
}
#endif

#endif
