#include <stdlib.h>

#include "hal/chip/devices.h"
#include "hal/chip/inline/dma.h"
#include "hal/store.h"

#define TILES_START 0x80000000u

struct position {
    uint32_t column, row;
};

/* The position of a tile, relative to the first tile of the chip or of a rectangle. `tile` is the
 * difference of the numbers of the two tiles. A chip with multicasts has at most 16 rows, so
 * repeated subtraction takes fewer cycles than a division and a remainder, which take 70. */
static struct position position_of(uint32_t tile) {
    uint32_t columns = register_read(REGISTER_COLUMNS), row = 0;
    for (; tile >= columns; tile -= columns)
        row++;
    return (struct position){tile, row};
}

static uint32_t tile_of(hal_address block) {
    return (block - TILES_START) >> register_read(REGISTER_TILE_SHIFT);
}

struct range {
    uint32_t least, most;
};

static void include(struct range *range, uint32_t number) {
    if (number < range->least)
        range->least = number;
    if (number > range->most)
        range->most = number;
}

static uint32_t length(const struct range *range) {
    return range->most - range->least + 1;
}

/* Each block must have the same offset in its tile, so each block is in a different tile. If the
 * smallest rectangle around these tiles has as many tiles as there are blocks, it contains no other
 * tile. */
bool hal_group(struct hal_group *group, int count,
               hal_address (*block_of)(const void *of, int index), const void *of) {
    uint32_t columns = register_read(REGISTER_COLUMNS), shift = register_read(REGISTER_TILE_SHIFT);
    if (!register_read(REGISTER_MULTICAST_LINE))
        return false;
    struct range column = {UINT32_MAX, 0}, row = {UINT32_MAX, 0};
    uint32_t mask = (1u << shift) - 1, offset = block_of(of, 0) & mask;
    for (int index = 0; index < count; index++) {
        uint32_t block = block_of(of, index);
        if (block < TILES_START || (block & mask) != offset)
            return false;
        struct position position = position_of(tile_of(block));
        include(&column, position.column);
        include(&row, position.row);
    }
    if (length(&column) * length(&row) != (uint32_t)count)
        return false;
    uint32_t first = row.least * columns + column.least, last = row.most * columns + column.most;
    *group = (struct hal_group){TILES_START + (first << shift) + offset, first | last << 16};
    return true;
}

static int apart(uint32_t from, uint32_t to) {
    return abs((int)(from - to));
}

int hal_group_distance(const struct hal_group *group, hal_address block) {
    uint32_t first = group->targets & 0xffff, last = group->targets >> 16;
    struct position end = position_of(last - first), position = position_of(tile_of(block) - first);
    return apart(position.column, end.column / 2) + apart(position.row, end.row / 2);
}

void hal_counter_notify_group(int counter, const struct hal_group *group, size_t offset,
                              uint32_t word) {
    uint32_t targets = own_devices(REGISTER_COUNTER_SHARE, REGISTER_COUNTER_SHARE_STRIDE) +
                       (uint32_t)counter * REGISTER_COUNTER_STRIDE + REGISTER_COUNTER_TARGETS;
    device_write(targets, group->targets);
    hal_counter_notify(counter, 0, group->first + offset, word);
    device_write(targets, 0); /* later notifications go to one address again */
}

bool hal_group_offset(const void *memory, size_t *offset) {
    uint32_t address = hal_global(memory), shared = hal_self.process->shared;
    *offset = address - shared;
    return !((address ^ shared) >> register_read(REGISTER_TILE_SHIFT));
}

void hal_put_group(const struct hal_group *group, size_t offset, const void *from, size_t bytes) {
    volatile uint32_t *registers = (volatile uint32_t *)hal_self.last_buffer;
    registers[REGISTER_DMA_TARGETS / 4] = group->targets;
    dma_carry_out(DMA_MULTICAST, from, group->first + offset, bytes);
}
