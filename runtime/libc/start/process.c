/* The second half of the start-up: thread-local storage, environment, constructors, main(),
 * exit(). */
#include <picolibc.h>

#include <picotls.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "hal/chip/inline/self.h"
#include "hal/chip/stack.h"

_Static_assert(offsetof(struct hal_process, stack_end) == PROCESS_STACK_END, "used by start.S");

/* Only programs that use the environment contain this variable. In other programs, its address is
 * null. */
extern char **__oc_environ __attribute__((weak));

/* The initial values of thread-local variables and their size (link/onchip.ld). The rest of the
 * block is zero. */
extern const uint32_t __tdata_source[];
extern const char __tdata_size[];

int main(int argc, char **argv, char **environment);
void __libc_init_array(void);

/* picolibc's function, which only programs with threads contain. They have many thread-local
 * variables. In other programs, a loop takes fewer bytes than memcpy() and memset(), which many of
 * them do not use. */
void _init_tls(void *block) __attribute__((weak));

/* `block` is the memory for the thread-local variables of thread 0. */
__attribute__((used)) _Noreturn void __oc_start_process(const struct hal_process *process,
                                                        void *block) {
    if (_init_tls) {
        _init_tls(block);
    } else {
        const uint32_t *from = __tdata_source;
        const uint32_t *rest = (const void *)((uintptr_t)from + (size_t)__tdata_size);
        uint32_t *end = (void *)((uintptr_t)block + _tls_size());
        for (uint32_t *to = block; to < end; to++, from++)
            *to = from < rest ? *from : 0;
    }
    _set_tls(block);

    hal_start(process);
    if (&__oc_environ)
        __oc_environ = (char **)process->environment;
    __libc_init_array();
    exit(main((int)process->argc, (char **)process->argv, (char **)process->environment));
}
