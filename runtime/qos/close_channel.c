#include "qos/result.h"

int ni_close_channel(uint32_t address, bool full_duplex) {
    return result_of(hal_circuit_close(address, full_duplex));
}
