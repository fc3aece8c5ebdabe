/* getcontext(), setcontext() and swapcontext(). A context consists of the registers that calls
 * preserve and of the registers of arguments, at their places in mcontext_t (ucontext.h). The stack
 * pointer is loaded, not computed, because the core checks additions to it and subtractions from it
 * for overflow. */

#define INTEGERS 0 /* offsets in ucontext_t; make.c checks these and SIG_SETMASK */
#define FLOATS 128
#define MASK 244
#define SIG_SETMASK 0

    /* Only programs with signals have this function. In others, the signal mask is empty. */
    .weak __oc_sigprocmask

    .macro preserved instruction
    .irp number, 1, 2, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    \instruction x\number, INTEGERS + 4 * \number(a0)
    .endr
    .endm

    .macro floats instruction
#ifdef __riscv_flen
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
#if __riscv_flen == 64
    f\instruction\()d fs\number, FLOATS + 8 * \number(a0)
#else
    f\instruction\()w fs\number, FLOATS + 8 * \number(a0)
#endif
    .endr
#endif
    .endm

    /* Saves the registers in the context at a0. The saved a0 is 0, so the function that uses this
     * macro returns 0 when the context continues. */
    .macro save
    preserved sw
    floats s
    sw ra, INTEGERS(a0)
    sw zero, INTEGERS + 4 * 10(a0)
    .endm

    .macro function name
    .section .text.\name, "ax", @progbits
    .weak \name
    .type \name, @function
\name:
    .cfi_startproc
    .endm

    .macro end name
    .cfi_endproc
    .size \name, . - \name
    .endm

    function getcontext
    save
    la t0, __oc_sigprocmask
    beqz t0, 1f
    addi a2, a0, MASK
    li a1, 0
    jr t0
1:  li a0, 0
    ret
    end getcontext

    function swapcontext
    save
    addi a2, a0, MASK
    mv a0, a1
    tail .Lcontinue
    end swapcontext

    function setcontext
    .global __oc_setcontext
__oc_setcontext:
    li a2, 0
.Lcontinue:
    la t0, __oc_sigprocmask
    beqz t0, 1f
    .cfi_undefined ra
    mv s0, a0
    addi a1, a0, MASK
    li a0, SIG_SETMASK
    jalr t0
    mv a0, s0
1:  preserved lw
    floats l
    .irp number, 11, 12, 13, 14, 15, 16, 17
    lw x\number, INTEGERS + 4 * \number(a0)
    .endr
    lw t0, INTEGERS(a0)
    lw a0, INTEGERS + 4 * 10(a0)
    jr t0
    end setcontext

    /* The function of a context that makecontext() has made returns to this code. s0 holds the
     * context that continues then. */
    .section .text.__oc_context_ends, "ax", @progbits
    .global __oc_context_ends
    .type __oc_context_ends, @function
    .cfi_startproc
    .cfi_undefined ra
    nop /* unwinding looks up the address before a return address */
__oc_context_ends:
    mv a0, s0
    bnez s0, 1f
    call exit
1:  tail __oc_setcontext
    .cfi_endproc
    .size __oc_context_ends, . - __oc_context_ends
