#include "hal/chip/inline/self.h"
#include "hal/hal.h"

uint32_t hal_job(void) {
    return ((const struct hal_job *)hal_self.process->job)->job;
}
