#include "hal/hal.h"

uint32_t hal_job(void) {
    return 0;
}
