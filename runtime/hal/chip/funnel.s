# A function of MPI for thread 0 alone (mpi/funnel/funnel.h); NAME stands for its name.
    .section .text.NAME, "ax", @progbits
    .globl NAME
    .type NAME, @function
NAME:
    lui t0, 0x20000
    lw t0, 0x60(t0) # REGISTER_THREAD; the registers with arguments stay as they are
    bnez t0, 1f
    tail PNAME
1:  lla a0, 2f
    tail oc_funnel_refuse
    .size NAME, . - NAME
    .section .rodata.NAME, "aMS", @progbits, 1
2:  .asciz "NAME"
