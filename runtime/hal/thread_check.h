/* A function ENTRY that goes on to FUNCTION, with the same arguments, in thread 0, and calls
 * REFUSE("NAME") in any other: a few instructions, which leave the registers with arguments alone.
 */
#ifndef HAL_THREAD_CHECK_H
#define HAL_THREAD_CHECK_H

#if defined __riscv
/* Register 0x60 of the core is REGISTER_THREAD. */
#define HAL_JUMP_IF_THREAD_0(FUNCTION)                                                             \
    "lui t0, 0x20000\nlw t0, 0x60(t0)\nbnez t0, 1f\ntail " #FUNCTION "\n"
#define HAL_CALL_WITH_LABEL_2(FUNCTION) "1: lla a0, 2f\ntail " #FUNCTION "\n"
#elif defined __x86_64__
#define HAL_JUMP_IF_THREAD_0(FUNCTION)                                                             \
    "cmpl $0, %fs:hal_own_thread@tpoff\njne 1f\njmp " #FUNCTION "\n"
#define HAL_CALL_WITH_LABEL_2(FUNCTION) "1: leaq 2f(%rip), %rdi\njmp " #FUNCTION "\n"
#endif

#ifdef HAL_JUMP_IF_THREAD_0
#define HAL_THREAD_0_ONLY(ENTRY, FUNCTION, NAME, REFUSE)                                           \
    __asm__(".pushsection .text." #ENTRY ", \"ax\", @progbits\n"                                   \
            ".globl " #ENTRY "\n"                                                                  \
            ".type " #ENTRY ", @function\n" #ENTRY ":\n" HAL_JUMP_IF_THREAD_0(FUNCTION)            \
                HAL_CALL_WITH_LABEL_2(REFUSE) ".size " #ENTRY ", . - " #ENTRY "\n"                 \
                                              ".section .rodata." #ENTRY                           \
                                              ", \"aMS\", @progbits, 1\n"                          \
                                              "2: .asciz \"" #NAME "\"\n"                          \
                                              ".popsection")
#else
/* On other machines there is no ENTRY, and nothing looks which thread calls. */
#define HAL_THREAD_0_ONLY(ENTRY, FUNCTION, NAME, REFUSE) _Static_assert(1, "")
#endif

#endif
