#include "hal/hal.h"
#include "onchip_qos.h"

int resetPriorities(void) {
    for (int place = 0; place < hal_places(); place++)
        hal_priorities_reset(place);
    hal_fence();
    return QOS_DONE;
}
