/* How assembly finds out whether thread 0 runs (hal/thread_check.h). */
#ifndef HAL_CHIP_INLINE_THREAD_JUMP_H
#define HAL_CHIP_INLINE_THREAD_JUMP_H

/* Register 0x60 of the core is REGISTER_THREAD. */
#define HAL_JUMP_IF_THREAD_0(FUNCTION)                                                             \
    "lui t0, 0x20000\nlw t0, 0x60(t0)\nbnez t0, 1f\ntail " #FUNCTION "\n"
#define HAL_CALL_WITH_LABEL_2(FUNCTION) "1: lla a0, 2f\ntail " #FUNCTION "\n"

#endif
