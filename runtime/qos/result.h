/* Maps results of the HAL to return values of the calls. */
#ifndef QOS_RESULT_H
#define QOS_RESULT_H

#include "hal/hal.h"
#include "onchip_qos.h"

static inline int result_of(enum hal_circuit_result result) {
    switch (result) {
    case HAL_CIRCUIT_DONE:
        return QOS_DONE;
    case HAL_CIRCUIT_REFUSED:
        return QOS_REFUSED;
    case HAL_CIRCUIT_HAS_ONE:
        return QOS_HAS_CHANNEL;
    case HAL_CIRCUIT_NONE:
        return QOS_NO_CHANNELS;
    case HAL_CIRCUIT_NOT_OPEN:
        return QOS_NOT_OPEN;
    default:
        return QOS_NO_MEMORY;
    }
}

/* An error code if the process or the memory does not exist, else 0. */
static inline int wrong(int process, int memory) {
    if (process < 0 || process >= hal_places())
        return QOS_NO_PROCESS;
    if (memory < 0 || memory >= hal_places() + hal_controllers())
        return QOS_NO_MEMORY;
    return 0;
}

#endif
