/* A process lends memory to the processes of its tile: they may copy from it as long as it has been
 * lent more often than taken back. Tests copies of every length and alignment. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define BYTES 3000
#define ADDRESS 64 /* offset in the shared block of the lent memory's address */

static unsigned char pattern(int place, size_t at) {
    return (unsigned char)(at * 5 + at / 256 + (size_t)place * 37);
}

static void copy_all(int place) {
    static const size_t lengths[] = {0, 1, 7, 8, 63, 64, 65, 640, 2500};
    static unsigned char space[BYTES];
    uint32_t word[2];
    hal_load_two(word, hal_shared_of(place) + ADDRESS);
    hal_address from = (hal_address)((uint64_t)word[1] << 32 | word[0]);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        for (size_t offset = 0; offset < 17; offset++) {
            size_t length = lengths[l], to = 8 + offset % 9;
            memset(space, 0xee, BYTES);
            hal_copy_lent(space + to, from + offset, length);
            for (size_t i = 0; i < length; i++)
                check("copied", space[to + i] == pattern(place, offset + i));
            check("nothing before", space[to - 1] == 0xee);
            check("nothing after", space[to + length] == 0xee);
        }
    }
}

int main(void) {
    int place = hal_place(), next = (place + 1) % hal_places();
    unsigned char *memory = malloc(BYTES);
    for (size_t i = 0; i < BYTES; i++)
        memory[i] = pattern(place, i);
    uint64_t address = (uint64_t)hal_global(memory);
    hal_store_two(hal_shared_of(place) + ADDRESS, (uint32_t)address, (uint32_t)(address >> 32));
    bool is_lent = hal_lend(memory, BYTES);
    check("lent again", hal_lend(memory + 1, 1) == is_lent);
    check("constants are not lent", !hal_lend("a constant", 4));
    meet();
    for (int times = 2; times > 0; times--) {
        if (is_lent && hal_tile_of(next) == hal_tile_of(place))
            copy_all(next);
        meet();
        if (is_lent)
            hal_take_back(times == 2 ? memory + 1 : memory, times == 2 ? 1 : BYTES);
        meet();
    }
    free(memory);
    printf("done\n");
    return 0;
}
