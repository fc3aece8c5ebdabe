/* MPI's part of a process' shared block (HAL_SHARED_BYTES, zero at start). */
#ifndef MPI_TRANSPORT_SHARED_BLOCK_H
#define MPI_TRANSPORT_SHARED_BLOCK_H

#include "hal/hal.h"
#include "kernel/record.h"

#define OC_LINE_WORDS (HAL_LINE_BYTES / 4)

/* The number of levels of the tree over which processes wait for each other in MPI_Init and
 * MPI_Finalize. They suffice for 2^16 places. */
#define OC_TREE_LEVELS 16

/* The words that a process needs to wait over this tree once (world/job_barrier.h). All are 0
 * before that. */
struct oc_tree_words {
    uint32_t arrived[OC_TREE_LEVELS]; /* child n writes word n when its whole subtree has arrived */
    uint32_t all;                     /* the parent writes it when all processes have arrived */
};

/* The number of messages for which an inbox has room, and the number of words for each. */
#define OC_SLOTS 64
#define OC_SLOT_WORDS (HAL_MESSAGE_BYTES / 4)

/* The number of bits that receivers set to ask a sender to hold back messages
 * (transport/native/inbox.h). Receivers whose numbers are equal modulo this number share a bit. */
#define OC_HELD_BACK 1024

/* The largest number of counters that a place has. */
#define OC_COUNTERS 64

/* Cells for collectives of a few words (collective/cells.h). */
#define OC_CELLS 56
#define OC_CELL_WORDS 7

struct oc_cell {
    uint32_t word[OC_CELL_WORDS];
    /* The operation to which the words belong and the length of the data; stored after them. */
    uint32_t header;
} __attribute__((aligned(32)));

/* The number of windows whose words, which origins write, are in the shared block (window/lock.h).
 * On the chip, the words of further windows are on the heap, beside the windows. */
#if defined __riscv
#define OC_WINDOWS 32
#else
#define OC_WINDOWS 2048
#endif

/* The number of collectives that may use exposed data at the same time. On the chip, blocking
 * collectives use the first place, and each communicator with nonblocking collectives uses another
 * one (oc_exposure_number()). */
#if HAL_TURNS
#define OC_EXPOSURES OC_COUNTERS
#else
#define OC_EXPOSURES 3
#endif

struct oc_window_words {
    uint32_t tickets;
    uint32_t entered;
    uint32_t operands;
};

/* Data of a rank that other ranks may fetch, and memory into which other ranks may put their data
 * (native/collective/exposure.h). */
struct oc_exposed {
    _Alignas(8) hal_address data;
    size_t bytes;
    _Alignas(8) hal_address room;
    size_t room_bytes;
};

/* Counts of a broadcast in segments (native/collective/pipeline.h): `put` counts segments that the
 * previous rank has put here, `there` those that this rank can fetch from the previous rank. Each
 * count has two words, which count the segments alternately. */
struct oc_segments {
    uint32_t put[2], there[2];
};

struct oc_shared_block {
    struct oc_tree_words tree[2]; /* for MPI_Init and for MPI_Finalize */
    /* Another process writes this word to wake this process after a put into its memory. */
    uint32_t doorbell;
    /* The length in bytes below which messages are sent at once. While it is 0, the sender first
     * looks at `held_back`. */
    volatile uint32_t small;
    /* The number of segments that this rank can fetch from the previous rank of a chain, which
     * writes these words. */
    uint32_t segments[OC_EXPOSURES];
    struct oc_segments broadcast[OC_EXPOSURES];
    /* The error class of a rank that could not put its data into this process' room, because the
     * lengths differ. That rank writes this word. */
    uint32_t refused[OC_EXPOSURES];
    struct oc_exposed exposed[2 * OC_EXPOSURES];
    _Alignas(HAL_LINE_BYTES) uint32_t held_back[OC_HELD_BACK / 32];
    /* Word n becomes 1 when a barrier is over, where n is the number of the communicator's first
     * counter. */
    uint32_t released[OC_COUNTERS];
    uint32_t slot_head[HAL_MESSAGE_HEAD / 4]; /* where the ring begins */
    uint32_t slot[OC_SLOTS][OC_SLOT_WORDS];
    struct oc_cell cell[OC_CELLS];
    /* These words are at the end of the block, because the armed part ends before them: no process
     * waits for changes of them. */
    struct oc_window_words window[OC_WINDOWS];
};

#define OC_ARMED_BYTES (offsetof(struct oc_shared_block, window))

/* The rest of the block belongs to the kernel and to streams. */
_Static_assert(sizeof(struct oc_shared_block) <= KERNEL_OFFSET, "shared block is too small");

#define OC_SHARED(member) (offsetof(struct oc_shared_block, member))

static inline struct oc_shared_block *oc_shared_block(void) {
    return hal_shared();
}

#endif
