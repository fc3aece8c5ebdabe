/* How assembly code finds out whether thread 0 runs (hal/thread_check.h). Machines not named here
 * have no such check. */
#ifndef HAL_LINUX_INLINE_THREAD_JUMP_H
#define HAL_LINUX_INLINE_THREAD_JUMP_H

#if defined __x86_64__
#define HAL_JUMP_IF_THREAD_0(FUNCTION)                                                             \
    "cmpl $0, %fs:hal_own_thread@tpoff\njne 1f\njmp " #FUNCTION "\n"
#define HAL_CALL_WITH_LABEL_2(FUNCTION) "1: leaq 2f(%rip), %rdi\njmp " #FUNCTION "\n"
#endif

#endif
