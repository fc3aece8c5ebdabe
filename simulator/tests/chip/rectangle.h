/* Rectangles of tiles for multicasts, for the random test programs of this folder. */
#include "random_numbers.h"

/* Whether the shared block of a place is at this offset in a tile's memory. */
static int exposes(uint32_t tile, uint32_t offset) {
    for (uint32_t number = 0; number < job()->places; number++) {
        if (place(number)->shared == 0x80000000u + (tile << REGISTER(TILE_SHIFT)) + offset) {
            return 1;
        }
    }
    return 0;
}

/* Sometimes chooses a rectangle of tiles for a multicast. The first tile contains the shared block
 * at address `shared`, and all tiles expose memory at the same offset. Returns the rectangle as the
 * registers for targets expect it, or 0 for no multicast. */
static uint32_t choose_rectangle(uint32_t shared) {
    uint32_t shift = REGISTER(TILE_SHIFT), columns = REGISTER(COLUMNS);
    uint32_t first = (shared - 0x80000000u) >> shift, offset = shared & ((1u << shift) - 1);
    uint32_t last = next(REGISTER(TILES));
    if (next(2) || last % columns < first % columns) {
        return 0;
    }
    for (uint32_t tile = first; tile <= last; tile++) {
        uint32_t column = tile % columns;
        if (first % columns <= column && column <= last % columns && !exposes(tile, offset)) {
            return 0;
        }
    }
    return first <= last ? first | last << 16 : 0;
}
