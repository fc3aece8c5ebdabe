/* The frame in which a stack that is not in use keeps the registers that calls keep; for C and for
 * assembly. Offsets in bytes. */
#ifndef HAL_CHIP_FIBRE_H
#define HAL_CHIP_FIBRE_H

#define FIBRE_FLOATS 0 /* fs0 to fs11, 8 bytes each */
#define FIBRE_RA 96
#define FIBRE_S0 100 /* s0 to s11, 4 bytes each */
#define FIBRE_S1 104
#define FIBRE_FRAME 160

#ifndef __ASSEMBLER__
/* Keeps the own stack pointer at `own`, and goes on with the stack whose pointer is at `other`. */
void hal_fibre_switch(void **own, void *const *other);

/* Where a new fibre goes on: its first function is in s0, the argument in s1. */
void hal_fibre_begin(void);
#endif

#endif
