#include "hal/hal.h"
#include "onchip_qos.h"

uint32_t qos_address(int MEM_ID) {
    return hal_memory_address(MEM_ID);
}
