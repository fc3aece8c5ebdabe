/* exit(): runs handlers and destructors, flushes streams and ends the process. */
#include <stdlib.h>

#include "hal/hal.h"
#include "libc/start/at_exit.h"

/* Only programs that call atexit() contain this function. In other programs, its address is
 * null. */
void __call_exitprocs(int code, void *dso) __attribute__((weak));
void __libc_fini_array(void);

void __oc_nothing(void) {}

_Noreturn void exit(int code) {
    if (__call_exitprocs)
        __call_exitprocs(code, NULL);
    __libc_fini_array();
    __oc_flush_at_exit();
    hal_exit(code);
}
