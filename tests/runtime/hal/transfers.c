/* Puts and gets of every length and alignment, to and from data, stack, heap and constants. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define BYTES 3000

struct addresses {
    hal_address data, stack, heap;
};

static unsigned char data[BYTES];
static const unsigned char constants[] =
    "constants cannot be read by the network interface, so they "
    "are copied; this one is longer than the pieces are: "
    "0123456789012345678901234567890123456789012345678901234"
    "0123456789012345678901234567890123456789012345678901234"
    "0123456789012345678901234567890123456789012345678901234";

static unsigned char pattern(int place, size_t at) {
    return (unsigned char)(at * 7 + at / 256 + (size_t)place * 31);
}

static void fill(unsigned char *bytes, int place) {
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = pattern(place, i);
}

static void read_from(int place, hal_address there, unsigned char *space) {
    static const size_t lengths[] = {0, 1, 2, 3, 4, 5, 31, 63, 64, 65, 100, 255, 1000, 2500};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        for (size_t offset = 0; offset < 5; offset++) {
            size_t length = lengths[l];
            memset(space, 0xee, BYTES);
            hal_finish(hal_get(space + 8 + 3 * offset, there + offset, length));
            for (size_t i = 0; i < length; i++)
                check("got", space[8 + 3 * offset + i] == pattern(place, offset + i));
            check("nothing before", space[7 + 3 * offset] == 0xee);
            check("nothing after", space[8 + 3 * offset + length] == 0xee);
        }
    }
}

int main(void) {
    int place = hal_place(), places = hal_places(), next = (place + 1) % places;
    unsigned char stack[BYTES], space[BYTES];
    unsigned char *heap = malloc(BYTES);
    fill(data, place);
    fill(stack, place);
    fill(heap, place);

    /* Writes its addresses into its own shared block, where the others read them. */
    struct addresses here = {hal_global(data), hal_global(stack), hal_global(heap)}, there;
    memcpy((char *)hal_shared() + 128, &here, sizeof here);
    meet();
    hal_finish(hal_get(&there, hal_shared_of(next) + 128, sizeof there));
    read_from(next, there.data, space);
    read_from(next, there.stack, space);
    read_from(next, there.heap, space);
    meet();

    /* Starts more transfers at once than there are command buffers. */
    hal_transfer transfers[12];
    for (size_t i = 0; i < 12; i++)
        transfers[i] = hal_put(there.data + 100 * i, stack + 100 * i, 50 + i);
    /* These calls wait for none of the transfers. */
    hal_drain();
    hal_get_now(space, there.heap + 5, 1000);
    for (size_t i = 0; i < 1000; i++)
        check("got now", space[i] == pattern(next, 5 + i));
    for (size_t i = 0; i < 12; i++)
        hal_finish(transfers[i]);
    hal_transfer last = hal_put(there.heap + 1, constants, sizeof constants);
    while (!hal_done(last))
        ;
    hal_finish(hal_put(hal_shared_of(next) + 512, "literal", 8));
    hal_put_now(hal_shared_of(next) + 576, "at once", 8);
    meet();
    int from = (place + places - 1) % places;
    for (size_t i = 0; i < 12; i++) {
        for (size_t k = 0; k < 100; k++) {
            unsigned char expected = pattern(k < 50 + i ? from : place, 100 * i + k);
            check("put", data[100 * i + k] == expected);
        }
    }
    check("constants", memcmp(heap + 1, constants, sizeof constants) == 0);
    check("beside them", heap[0] == pattern(place, 0) &&
                             heap[1 + sizeof constants] == pattern(place, 1 + sizeof constants));
    check("literal", strcmp((char *)hal_shared() + 512, "literal") == 0);
    check("at once", strcmp((char *)hal_shared() + 576, "at once") == 0);
    free(heap);
    printf("done\n");
    return 0;
}
