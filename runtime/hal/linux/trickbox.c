#include "hal/linux/shared.h"

static _Noreturn void refuse(void) {
    hal_misuse("there is no trickbox on Linux: only on a chip whose file sets trickbox.hosts can "
               "a process hold, release and reset others");
}

void hal_trickbox_write(int place, enum hal_trickbox which, uint32_t value) {
    (void)place, (void)which, (void)value;
    refuse();
}

uint32_t hal_trickbox_state(int place) {
    (void)place;
    refuse();
}
