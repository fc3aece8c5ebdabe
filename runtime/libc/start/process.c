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

int main(int argc, char **argv, char **environment);
void __libc_init_array(void);

/* Only programs that use the environment contain this variable. In other programs, its address is
 * null. */
extern char **__oc_environ __attribute__((weak));

/* `block` is the memory for the thread-local variables of thread 0. */
__attribute__((used)) _Noreturn void __oc_start_process(const struct hal_process *process,
                                                        void *block) {
    _init_tls(block);
    _set_tls(block);

    hal_start(process);
    if (&__oc_environ)
        __oc_environ = (char **)process->environment;
    __libc_init_array();
    exit(main((int)process->argc, (char **)process->argv, (char **)process->environment));
}
