/* This header is included before a program (-include). It fills the rest of the library's heap in
 * the tile, so that everything that the library allocates lies in DRAM. */
#include <stddef.h>
#include <stdint.h>

void *hal_tile_malloc(size_t bytes);
void hal_tile_free(void *memory);

__attribute__((constructor)) static void fill_tile(void) {
    for (size_t bytes = 1 << 16; bytes >= 8; bytes /= 2)
        for (;;) {
            void *memory = hal_tile_malloc(bytes);
            if ((uintptr_t)memory >= 0xc0000000u) {
                hal_tile_free(memory);
                break;
            }
        }
}
