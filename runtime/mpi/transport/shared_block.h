/* How MPI uses a process' shared block (HAL_SHARED_BYTES, zero at start). */
#ifndef MPI_TRANSPORT_SHARED_BLOCK_H
#define MPI_TRANSPORT_SHARED_BLOCK_H

#include "hal/hal.h"
#include "kernel/record.h"

#define OC_LINE_WORDS (HAL_LINE_BYTES / 4)

/* Levels of the tree over which Init and Finalize wait: 2^16 places at most. */
#define OC_TREE_LEVELS 16

/* One use of the tree; see world/job_barrier.h. Each word is 0 before. */
struct oc_tree_words {
    uint32_t arrived[OC_TREE_LEVELS]; /* by each child: all of its subtree have come */
    uint32_t all;                     /* by the parent: all have */
    uint32_t padding[OC_LINE_WORDS - 1];
};

/* Places for messages in an inbox. */
#define OC_SLOTS 64

/* Receivers that may ask, each by a bit, to be spared (transport/native/inbox.h); those with the
 * same number modulo this share a bit. */
#define OC_HELD_BACK 1024

/* The most counters that a place has. */
#define OC_COUNTERS 64

/* Cells for collectives of a few words (collective/cells.h). */
#define OC_CELLS 56
#define OC_CELL_WORDS 7

struct oc_cell {
    uint32_t word[OC_CELL_WORDS];
    uint32_t header; /* of which operation the words are; written after them */
} __attribute__((aligned(32)));

/* Windows whose words, which their origins write (window/lock.h), are in the shared block. On the
 * chip those of others are beside the windows, on the heap. */
#if defined __riscv
#define OC_WINDOWS 32
#else
#define OC_WINDOWS 2048
#endif

struct oc_window_words {
    uint32_t tickets;
    uint32_t entered;
    uint32_t operands;
};

struct oc_shared_block {
    struct oc_tree_words tree[2]; /* Init's, Finalize's */
    uint32_t doorbell;            /* written to wake this process after a put into its memory */
    volatile uint32_t small;      /* shorter messages are small, in bytes; 0: look at `held_back` */
    uint32_t segments;            /* by the rank before this one in a chain: those to be fetched */
    uint32_t padding[OC_LINE_WORDS - 3];
    uint32_t held_back[OC_HELD_BACK / 32];
    uint32_t released[OC_COUNTERS]; /* by barriers: the word of the one whose first counter it is */
    uint32_t slot[OC_SLOTS][OC_LINE_WORDS];
    struct oc_cell cell[OC_CELLS];
    /* Nobody waits for a change of these: they are the last, where nothing is armed. */
    struct oc_window_words window[OC_WINDOWS];
};

#define OC_ARMED_BYTES (offsetof(struct oc_shared_block, window))

/* The kernel and streams have its end. */
_Static_assert(sizeof(struct oc_shared_block) <= KERNEL_OFFSET, "shared block is too small");

#define OC_SHARED(member) (offsetof(struct oc_shared_block, member))

static inline struct oc_shared_block *oc_shared_block(void) {
    return hal_shared();
}

#endif
