# A function of MPI for thread 0 alone (mpi/funnel/funnel.h); NAME stands for its name.
    .section .text.NAME, "ax", @progbits
    .globl NAME
    .type NAME, @function
NAME:
    cmpl $0, %fs:hal_own_thread@tpoff
    jne 1f
    jmp PNAME
1:  leaq 2f(%rip), %rdi
    jmp oc_funnel_refuse
    .size NAME, . - NAME
    .section .rodata.NAME, "aMS", @progbits, 1
2:  .asciz "NAME"
    .section .note.GNU-stack, "", @progbits
