/* A function ENTRY that goes on to FUNCTION, with the same arguments, in thread 0, and calls
 * REFUSE("NAME") in any other: a few instructions, which leave the registers with arguments alone.
 */
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
/* Other machines have no ENTRY, and check no calling thread. */
#define HAL_THREAD_0_ONLY(ENTRY, FUNCTION, NAME, REFUSE) _Static_assert(1, "")
#endif

#endif
