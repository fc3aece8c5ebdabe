/* The frame at the top of a stack that is not in use. It holds the registers that calls preserve. C
 * and assembly both use these offsets, in bytes. */
#ifndef HAL_CHIP_FIBRE_H
#define HAL_CHIP_FIBRE_H

#define FIBRE_FLOATS 0 /* fs0 to fs11, 8 bytes each */
#define FIBRE_RA 96
#define FIBRE_S0 100 /* s0 to s11, 4 bytes each */
#define FIBRE_S1 104
#define FIBRE_FRAME 160

#ifndef __ASSEMBLER__
/* Saves the current stack pointer at `own` and continues on the stack whose pointer is at
 * `other`. */
void hal_fibre_switch(void **own, void *const *other);

/* A new fibre begins here, with its first function in s0 and the argument in s1. */
void hal_fibre_begin(void);
#endif

#endif
