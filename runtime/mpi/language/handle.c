/* Converts handles to integers and back. A handle is an address or a small number. If it fits into
 * an int, this is the integer; this is so for all handles on the chip, and for predefined handles
 * everywhere. Any other handle has a negative integer, which is the index of its entry in a table.
 * No handle is negative. */
#include "mpi/language/handle.h"

#include <stdint.h>
#include <stdlib.h>

#include "mpi/error/raise.h"

static const void **table;
static int used, room;

static void *as_pointer(int integer) {
    return (void *)(intptr_t)integer;
}

int oc_handle_to_int(const void *handle) {
    int integer = (int)(intptr_t)handle;
    if (as_pointer(integer) == handle)
        return integer;
    int index = 0;
    while (index < used && table[index] != handle)
        index++;
    if (index == room) {
        int more = room ? 2 * room : 16;
        const void **grown = realloc(table, (size_t)more * sizeof *table);
        if (!grown)
            oc_die(OC_FATAL, "no memory for a handle as an integer", 0, 0);
        table = grown;
        room = more;
    }
    if (index == used)
        table[used++] = handle;
    return ~index;
}

void *oc_handle_from_int(int integer) {
    if (integer < 0 && ~integer < used)
        return (void *)table[~integer];
    return as_pointer(integer);
}
