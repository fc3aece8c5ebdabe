/* Prints the memory of a rank, in bytes: its static data, and the longest block that malloc gives.
 * Argument: ranks of a cluster. */
#include <stdint.h>

#include "masters.h"

extern char __data_start[], _end[];

static int has(size_t bytes) {
    void *found = malloc(bytes);
    free(found);
    return found != NULL;
}

int main(int argc, char **argv) {
    struct role own = begin(argc, argv);
    size_t heap = 0;
    for (size_t step = (size_t)1 << 20; step; step /= 2)
        if (has(heap + step))
            heap += step;
    if (own.rank == 1)
        printf("data %u\nheap %u\n", (unsigned)(_end - __data_start), (unsigned)heap);
    leave();
    return 0;
}
