/* makecontext(). Its arguments are of type int, as POSIX requires; here a pointer fits into an
 * int. */
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "libc/names/weak.h"

/* The layout that switch.S expects. */
_Static_assert(offsetof(ucontext_t, uc_mcontext.__gregs) == 0, "INTEGERS");
_Static_assert(offsetof(ucontext_t, uc_mcontext.__fpregs) == 128, "FLOATS");
_Static_assert(offsetof(ucontext_t, uc_sigmask) == 244, "MASK");
_Static_assert(SIG_SETMASK == 0, "SIG_SETMASK");

enum { PC = 0, RA = 1, SP = 2, S0 = 8, A0 = 10, IN_REGISTERS = 8, STACK_ALIGNMENT = 16 };

extern char __oc_context_ends[];

WEAK void makecontext(ucontext_t *context, void (*run)(void), int arguments, ...) {
    unsigned long *registers = context->uc_mcontext.__gregs;
    int on_stack = arguments > IN_REGISTERS ? arguments - IN_REGISTERS : 0;
    uintptr_t end = (uintptr_t)context->uc_stack.ss_sp + context->uc_stack.ss_size;
    int *stack = (int *)((end - on_stack * sizeof *stack) & -(uintptr_t)STACK_ALIGNMENT);
    va_list all;
    va_start(all, arguments);
    for (int i = 0; i < arguments; i++) {
        int argument = va_arg(all, int);
        if (i < IN_REGISTERS)
            registers[A0 + i] = (unsigned long)argument;
        else
            stack[i - IN_REGISTERS] = argument;
    }
    va_end(all);
    registers[PC] = (uintptr_t)run;
    registers[RA] = (uintptr_t)__oc_context_ends;
    registers[SP] = (uintptr_t)stack;
    registers[S0] = (uintptr_t)context->uc_link;
}
