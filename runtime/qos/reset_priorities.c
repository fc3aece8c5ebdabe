#include "hal/hal.h"
#include "onchip_qos.h"

int resetPriorities(void) {
    hal_priorities_reset();
    return QOS_DONE;
}
