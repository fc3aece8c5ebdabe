#include "hal/chip/devices.h"
#include "hal/chip/inline/last_circuit.h"
#include "hal/chip/memory.h"

static uint32_t circuit_registers(void) {
    return devices_beside(hal_self.queues, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE);
}

/* Writes a command to the core's circuit registers, and sleeps until the command has been carried
 * out or refused. */
static enum hal_circuit_result command(uint32_t offset, uint32_t address, bool duplex) {
    uint32_t target = hal_endpoint_of_address(address);
    if (target == NO_ENDPOINT)
        return HAL_CIRCUIT_NOWHERE;
    uint32_t registers = circuit_registers();
    device_write(registers + offset, target | (duplex ? CIRCUIT_DUPLEX : 0));
    return (enum hal_circuit_result)circuit_result(registers);
}

bool hal_has_circuits(void) {
    return device_read(circuit_registers() + REGISTER_CIRCUITS) != 0;
}

enum hal_circuit_result hal_circuit_open(uint32_t address, bool duplex) {
    return command(REGISTER_CIRCUIT_OPEN, address, duplex);
}

enum hal_circuit_result hal_circuit_close(uint32_t address, bool duplex) {
    return command(REGISTER_CIRCUIT_CLOSE, address, duplex);
}

enum hal_circuit_state hal_circuit_state(int place) {
    uint32_t registers = devices_of(place, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE);
    return (enum hal_circuit_state)device_read(registers + REGISTER_CIRCUIT_STATE);
}
