/* Converts results of the HAL to return values of the functions in onchip_qos.h. */
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

/* The functions for priorities return the HAL's result unchanged. */
_Static_assert(HAL_PRIORITY_DONE == (int)QOS_DONE && HAL_PRIORITY_NO_PLACE == (int)QOS_NO_PROCESS &&
                   HAL_PRIORITY_NO_MEMORY == (int)QOS_NO_MEMORY,
               "codes differ");

#endif
