/* Prints the registers of the shared unit when a process starts: the upper half of the previous
 * result, fcsr, and both halves of a sum whose operands nobody has written. Then the process stores
 * other values in the registers, and prints them. */
#include <mpi.h>
#include <stdio.h>

#include "../../../runtime/hal/chip/inline/registers.h"

int main(int argc, char **argv) {
    uint32_t window = DEVICES + (register_read(REGISTER_TILE) << DEVICES_SHIFT);
    volatile uint32_t *unit = *(volatile uint32_t *volatile *)(window + REGISTER_FPU_NEAREST);
    uint32_t upper = unit[REGISTER_FPU_UPPER / 4], fcsr = unit[REGISTER_FPU_FCSR / 4];
    uint32_t lower = unit[REGISTER_FPU_DOUBLE / 4 + FPU_ADD], sum = unit[REGISTER_FPU_UPPER / 4];
    /* Adds 0 to a double with bits 0x3ff8000000000001. Rounds to nearest, ties away from zero. */
    unit[REGISTER_FPU_OPERANDS / 4] = 1;
    unit[REGISTER_FPU_OPERANDS / 4 + 1] = 0x3ff80000;
    unit[REGISTER_FPU_FCSR / 4] = 4 << 5;
    uint32_t left = unit[REGISTER_FPU_DOUBLE / 4 + FPU_ADD];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("%d: %x %x %x %x then %x %x %x\n", rank, (unsigned)upper, (unsigned)fcsr,
           (unsigned)lower, (unsigned)sum, (unsigned)left, (unsigned)unit[REGISTER_FPU_UPPER / 4],
           (unsigned)unit[REGISTER_FPU_FCSR / 4]);
    MPI_Finalize();
    return 0;
}
