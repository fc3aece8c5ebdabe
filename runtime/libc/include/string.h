/* picolibc's <string.h> without names that are reserved for programs (oc/left.h). */
#ifndef _STRING_H
#define _STRING_H

#include <oc/left.h>

#include_next <string.h>

#include <oc/taken.h>

#if __GNU_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif
void *memfrob(void *bytes, size_t count);
const char *sigabbrev_np(int number);
const char *sigdescr_np(int number);
const char *strerrordesc_np(int number);
const char *strerrorname_np(int number);
#ifdef __cplusplus
}
#endif
#endif

#endif
