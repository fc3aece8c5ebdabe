/* Starts a transfer of no bytes for each argument, which is the value of the command's level
 * field. */
#include <stdio.h>
#include <stdlib.h>

#include "hal/chip/inline/registers.h"

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        uint32_t field = (uint32_t)atoi(argv[i]);
        register_write(REGISTER_DMA + REGISTER_DMA_BYTES, 0);
        register_write(REGISTER_DMA + REGISTER_DMA_COMMAND, DMA_PUT | field << 8);
        while (register_read(REGISTER_DMA + REGISTER_DMA_STATUS) != DMA_DONE)
            ;
        printf("%u\n", (unsigned)field);
    }
    return 0;
}
