/* exit(): runs handlers and destructors, flushes streams and ends the process. */
#include <stdlib.h>
#include <unistd.h>

#include "libc/start/at_exit.h"

void (*__oc_flush_streams_at_exit)(void);

/* Only programs that call atexit() contain this function. In other programs, its address is
 * null. */
void __call_exitprocs(int code, void *dso) __attribute__((weak));
void __libc_fini_array(void);

_Noreturn void exit(int code) {
    if (__call_exitprocs)
        __call_exitprocs(code, NULL);
    __libc_fini_array();
    if (__oc_flush_streams_at_exit)
        __oc_flush_streams_at_exit();
    _exit(code);
}
