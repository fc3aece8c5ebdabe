/* exit() of the standard: handlers, destructors, open streams, the end. */
#include <stdlib.h>
#include <unistd.h>

/* Each is linked only into programs that have handlers or streams. */
void __call_exitprocs(int code, void *dso) __attribute__((weak));
void stream_flush_all(void) __attribute__((weak));
void __libc_fini_array(void);

_Noreturn void exit(int code) {
    if (__call_exitprocs)
        __call_exitprocs(code, NULL);
    __libc_fini_array();
    if (stream_flush_all)
        stream_flush_all();
    _exit(code);
}
