/* Names of threads, which debuggers on Linux show. */
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/pthread/names.h"

enum { NAMED = 64, LONGEST = 16 };
static char titles[NAMED][LONGEST];

WEAK int pthread_setname_np(pthread_t thread, const char *name) {
    int number = oc_thread_number(thread);
    if (!oc_is_thread(thread))
        return ESRCH;
    if (strlen(name) >= LONGEST)
        return ERANGE;
    if (number < NAMED)
        strcpy(titles[number], name);
    return 0;
}

WEAK int pthread_getname_np(pthread_t thread, char *name, size_t bytes) {
    int number = oc_thread_number(thread);
    if (!oc_is_thread(thread))
        return ESRCH;
    if (bytes < LONGEST)
        return ERANGE;
    strcpy(name, number < NAMED ? titles[number] : "");
    return 0;
}
