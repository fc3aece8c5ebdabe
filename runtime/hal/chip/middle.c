#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

/* A chip whose network is drawn as a map has no columns. Its network may be one link wide
 * anywhere. */
int hal_middle_links(void) {
    uint32_t columns = register_read(REGISTER_COLUMNS), tiles = register_read(REGISTER_TILES);
    if (!columns)
        return 1;
    return (int)(columns * columns <= tiles ? columns : tiles / columns);
}

int hal_columns(void) {
    return (int)register_read(REGISTER_COLUMNS);
}
