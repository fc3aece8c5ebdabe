/* Contexts (POSIX.1-2001; libc/context/). A context consists of the registers with which a function
 * continues, possibly on a stack of its own, and of the signal mask. */
#ifndef _UCONTEXT_H
#define _UCONTEXT_H

#include <signal.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long __riscv_mc_gp_state[32];

/* Element 0 of __gregs is the address at which the context continues; the other elements are the
 * registers by number. Of the floating-point registers, only those that calls preserve are kept:
 * fs0 to fs11. */
typedef struct mcontext_t {
    __riscv_mc_gp_state __gregs;
    double __fpregs[12];
} mcontext_t;

typedef struct ucontext_t {
    mcontext_t uc_mcontext;
    unsigned long uc_flags;
    struct ucontext_t *uc_link;
#if __POSIX_VISIBLE
    stack_t uc_stack;
    sigset_t uc_sigmask;
#else /* strict standards leave these names to the program */
    struct {
        void *ss_sp;
        int ss_flags;
        size_t ss_size;
    } uc_stack;
    unsigned long uc_sigmask;
#endif
} ucontext_t;

int getcontext(ucontext_t *here);
int setcontext(const ucontext_t *there);
int swapcontext(ucontext_t *__restrict here, const ucontext_t *__restrict there);
void makecontext(ucontext_t *context, void (*run)(void), int arguments, ...);

#ifdef __cplusplus
}
#endif

#endif
