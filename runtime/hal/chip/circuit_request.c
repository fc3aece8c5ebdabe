#include "hal/chip/devices.h"
#include "hal/chip/inline/last_circuit.h"
#include "hal/store.h"

struct last_circuit hal_last_circuit = {.place = -1};

/* If the chip has only one command buffer, it may be busy, so the circuit must be requested in this
 * way each time. */
void hal_circuit_request(int place) {
    uint32_t target = endpoint_of_place(place);
    bool is_only = hal_self.last_buffer == dma_buffer_at(0);
    if (hal_last_circuit.requested) {
        hal_last_circuit.requested = false;
        return;
    }
    hal_last_circuit.place = -1;
    hal_last_circuit.registers = 0;
    if (!hal_is_direct() || target == endpoint_of_place((int)hal_self.place))
        return;
    if (is_only && dma_status(hal_self.last_buffer) == DMA_BUSY)
        dma_finish(hal_self.last_buffer);
    hal_last_circuit = (struct last_circuit){
        .place = is_only ? -1 : place,
        .registers = devices_beside(hal_self.queues, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE),
        .target = target,
        .open = devices_beside(hal_self.queues, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE) +
                REGISTER_CIRCUIT_OPEN,
        .queues = hal_self.table[place].queues,
        .buffer = hal_self.last_buffer,
        .command = DMA_TRY_PUT + DMA_LEVEL(HAL_PRIORITIES - 1)};
    hal_fence();
    device_write(hal_last_circuit.registers + REGISTER_CIRCUIT_OPEN, target);
}
