/* picolibc's <stdlib.h> with the macros of <sys/wait.h>, as POSIX requires. */
#ifndef ONCHIP_STDLIB_H
#define ONCHIP_STDLIB_H

#include <oc/left.h>

#include_next <stdlib.h>

#include <oc/taken.h>

#undef MB_CUR_MAX
#define MB_CUR_MAX __oc_mb_cur_max()
#ifdef __cplusplus
extern "C"
#endif
    size_t
    __oc_mb_cur_max(void);

#if __MISC_VISIBLE || __XSI_VISIBLE || __POSIX_VISIBLE >= 200809
#include <sys/wait.h>
#endif

#if __GNU_VISIBLE
#ifdef __cplusplus
extern "C"
#endif
    char *
    canonicalize_file_name(const char *path);
#endif

#endif
