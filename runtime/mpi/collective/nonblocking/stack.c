/* Stacks of fibres. Those that are not in use are kept for later operations. */
#include <stdlib.h>

#include "hal/hal.h"
#include "mpi/collective/nonblocking/fibre.h"

/* The size of a fibre's stack in bytes. It is more than twice what the deepest collective used on
 * the chip: 1,704 bytes, measured in a stack filled with a pattern. The last word of the stack
 * tells whether the stack was too small. */
#define DEPTH 4096

struct unused {
    struct unused *next;
};

static struct unused *unused;

size_t oc_stack_bytes(void) {
    return hal_fibre_bytes(DEPTH);
}

void *oc_stack_take(void) {
    struct unused *taken = unused;
    if (!taken)
        return malloc(oc_stack_bytes());
    unused = taken->next;
    return taken;
}

void oc_stack_give(void *memory) {
    struct unused *given = memory;
    given->next = unused;
    unused = given;
}
