/* Equations 1 and 2: the cycles to open and to close a circuit, one-way and full-duplex, from task
 * 0 to memories at every distance, in an empty network. The program measures two durations: at the
 * interface, from the command until the core continues; and from the call of ni_open_channel() or
 * ni_close_channel() until its return. */
#include <onchip_qos.h>
#include <stdlib.h>

#include "../../benchmarks/mpi/cycles.h"
#include "../../runtime/hal/chip/inline/registers.h"

#define WORD(address) (*(volatile uint32_t *)(address))
#define REGISTER(name) WORD(REGISTERS + REGISTER_##name)
#define MOST_LINKS 16

enum { OPEN, CLOSE, CALL_OPEN, CALL_CLOSE, KINDS };
static const char *const names[] = {"open", "close", "call_open", "call_close"};
static uint32_t seen[2][KINDS][MOST_LINKS];

/* Returns the cycles since `start`, without those for reading the clock. */
static uint32_t since(uint32_t start) {
    uint32_t now = cycles(), later = cycles();
    return now - start - (later - now);
}

static uint32_t command(uint32_t offset, uint32_t wanted) {
    uint32_t own = DEVICES + (REGISTER(TILE) << DEVICES_SHIFT) + REGISTER_QOS_SHARE + offset;
    REGISTER(ARM_BYTES) = 0;
    /* The address is computed before the clock is read. */
    __asm__ volatile("" : "+r"(own));
    uint32_t start = cycles();
    WORD(own) = wanted;
    (void)REGISTER(WAIT);
    return since(start);
}

static void note(bool duplex, int kind, int links, uint32_t taken) {
    uint32_t *slot = &seen[duplex][kind][links];
    /* The interface takes the same time for all memories at one distance, but calls may differ by a
     * cycle. */
    if (links >= MOST_LINKS || (kind < CALL_OPEN && *slot && *slot != taken))
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (taken > *slot)
        *slot = taken;
}

static void measure(uint32_t endpoint, uint32_t address, int links) {
    for (int duplex = 0; duplex < 2; duplex++) {
        uint32_t wanted = endpoint | (duplex ? CIRCUIT_DUPLEX : 0);
        note(duplex, OPEN, links, command(REGISTER_CIRCUIT_OPEN, wanted));
        note(duplex, CLOSE, links, command(REGISTER_CIRCUIT_CLOSE, wanted));
        uint32_t start = cycles();
        ni_open_channel(address, duplex);
        note(duplex, CALL_OPEN, links, since(start));
        start = cycles();
        ni_close_channel(address, duplex);
        note(duplex, CALL_CLOSE, links, since(start));
    }
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    uint32_t columns = REGISTER(COLUMNS), tiles = REGISTER(TILES);
    let_others_wait();
    if (rank == 0) {
        for (uint32_t to = 1; columns && to < tiles; to++)
            measure(to, qos_address((int)to), (int)(to % columns + to / columns));
        uint32_t memories = DEVICES + (REGISTER(TILE) << DEVICES_SHIFT) + REGISTER_MEMORY;
        for (uint32_t i = 0; !columns && i < REGISTER(CONTROLLERS); i++) {
            uint32_t links = WORD(memories + i * REGISTER_MEMORY_STRIDE + REGISTER_MEMORY_LINKS);
            if (links < MOST_LINKS)
                measure(tiles + i, qos_address(size + (int)i), (int)links);
        }
        for (int i = 0; i < 2 * KINDS * MOST_LINKS; i++) {
            int links = i % MOST_LINKS, kind = i / MOST_LINKS % KINDS,
                duplex = i / MOST_LINKS / KINDS;
            if (seen[duplex][kind][links])
                printf("%s%s_%d %u\n", names[kind], duplex ? "_duplex" : "", links,
                       (unsigned)seen[duplex][kind][links]);
        }
    }
    MPI_Finalize();
    return 0;
}
