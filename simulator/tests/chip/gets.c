/* Measures DMA gets of 1 to 8 times 64 bytes from the first memory controller. */
#include "program.h"

#include "devices.h"

int program(void) {
    uint32_t results[8];
    for (uint32_t count = 1; count <= 8; count++) {
        uint32_t mine = process()->shared, from = cycle();
        REGISTER(ARM_ADDRESS) = mine + 4096;
        REGISTER(ARM_BYTES) = 4;
        command(0, mine + 1024, MEMORY(0, START), 64 * count, DMA_GET);
        (void)REGISTER(WAIT);
        results[count - 1] = cycle() - from;
    }
    tell(results, 8);
    return 0;
}
