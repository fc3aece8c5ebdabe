#include "qos/result.h"

int ni_open_channel(uint32_t address, bool full_duplex) {
    return result_of(hal_circuit_open(address, full_duplex));
}
