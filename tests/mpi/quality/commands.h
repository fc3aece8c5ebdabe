/* The contents of this core's DMA command buffers (docs/register-map.md), for tests on the chip. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>

#include "hal/chip/inline/registers.h"

#define UNMARKED (-1)
#define NO_COMMAND (-2)

/* The highest level among the commands of this kind. If `under_way` is set, only commands in
 * progress count, otherwise all commands that have not been replaced. */
static inline int level_of_commands(uint32_t command, bool under_way) {
    int highest = NO_COMMAND;
    for (uint32_t k = 0; k < register_read(REGISTER_BUFFERS); k++) {
        uint32_t buffer = REGISTER_DMA + k * REGISTER_DMA_STRIDE;
        uint32_t word = register_read(buffer + REGISTER_DMA_COMMAND);
        if ((word & DMA_COMMANDS) != command ||
            (under_way && register_read(buffer + REGISTER_DMA_STATUS) != DMA_BUSY))
            continue;
        int level = word & ~DMA_COMMANDS ? (int)(word >> 8 & 7) : UNMARKED;
        highest = level > highest ? level : highest;
    }
    return highest;
}

#endif
