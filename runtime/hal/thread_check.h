/* Defines a function ENTRY. In thread 0 it jumps to FUNCTION with the arguments unchanged; in any
 * other thread it calls REFUSE("NAME"). It takes a few instructions, which leave the argument
 * registers alone. */
#ifndef HAL_THREAD_CHECK_H
#define HAL_THREAD_CHECK_H

#include "inline/thread_jump.h"

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
/* On other machines there is no ENTRY, and the calling thread is not checked. */
#define HAL_THREAD_0_ONLY(ENTRY, FUNCTION, NAME, REFUSE) _Static_assert(1, "")
#endif

#endif
