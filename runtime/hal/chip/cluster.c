#include "hal/chip/devices.h"

int hal_kernels(void) {
    return (int)((const struct hal_job *)hal_self.process->job)->kernels;
}

int hal_cluster_of(int place) {
    int kernels = hal_kernels();
    for (int kernel = 0; kernel < kernels; kernel++) {
        if (endpoint_of_place(hal_places() + kernel) == endpoint_of_place(place))
            return kernel;
    }
    return -1;
}

uint32_t hal_enter_kernel(void) {
    return register_read(REGISTER_KERNEL_CALL);
}
