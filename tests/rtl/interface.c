/* Each rank writes random words to the quality-of-service registers of its network interface, and
 * stores into the memory of others. Some of the stores follow each other immediately, so that they
 * meet in the interface. While a rank has a circuit, it stores only along this circuit, so that
 * ranks never wait for each other. */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

enum { UNMARKED = 0x00, RESET = 0x0c, CIRCUITS = 0x10, OPEN = 0x20, CLOSE = 0x24, STATE = 0x28 };
enum { WANTED = 0x2c, KEEP = 0x34, PRIORITY = 0x10000, STEPS = 400, WORDS = 16 };

static uint32_t state;

static uint32_t below(uint32_t count) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % count;
}

int main(int argc, char **argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    volatile uint8_t *registers = (uint8_t *)(0x40000000u + ((uint32_t)rank << 19));
#define REGISTER(offset) (*(volatile uint32_t *)(registers + (offset)))
    uint32_t *own = malloc(WORDS * sizeof *own);
    uint32_t boxes[64];
    uint32_t address = (uint32_t)(uintptr_t)own;
    MPI_Allgather(&address, 1, MPI_UINT32_T, boxes, 1, MPI_UINT32_T, MPI_COMM_WORLD);
    state = (uint32_t)rank + 1;
    uint32_t circuits = REGISTER(CIRCUITS), wanted = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0; step < STEPS; step++) {
        uint32_t target = below((uint32_t)ranks);
        switch (below(8)) {
        case 0:
            REGISTER(PRIORITY + 4 * target) = below(4) ? below(8) : 0xffffffffu;
            break;
        case 1:
            REGISTER(below(3) ? UNMARKED : RESET) = below(8);
            break;
        case 2:
        case 3:
            if (circuits) {
                if (REGISTER(STATE) == 0)
                    wanted = target;
                volatile uint32_t *box = (uint32_t *)(uintptr_t)boxes[wanted];
                uint32_t then = below(4), pause = below(20);
                REGISTER(OPEN) = target;
                if (then == 0)
                    *box = state;
                uint32_t end = below(2) ? CLOSE : KEEP;
                if (then == 1)
                    REGISTER(end) = wanted;
                for (; then == 2 && pause > 0; pause--)
                    __asm__ volatile("");
                if (then == 2)
                    REGISTER(end) = wanted;
            }
            break;
        case 4:
            if (circuits)
                REGISTER(below(2) ? CLOSE : KEEP) = below(4) ? wanted : target;
            break;
        case 5:
            for (uint32_t pause = below(30); pause > 0; pause--)
                __asm__ volatile("");
            break;
        default: {
            if (circuits && REGISTER(STATE) != 0)
                target = REGISTER(WANTED);
            volatile uint32_t *box = (uint32_t *)(uintptr_t)boxes[target];
            uint32_t count = below(6), level = below(16);
            for (; count > 0; count--)
                box[count] = state;
            if (level < 8)
                REGISTER(PRIORITY + 4 * target) = level;
        }
        }
    }
    /* A circuit may have closed between the reading of its state and the next command. */
    while (circuits && REGISTER(STATE) != 0)
        REGISTER(CLOSE) = REGISTER(WANTED);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
