/* Devices (OpenMP 5.2, 18.7). The only one is the host, with number 0. So no device holds any data
 * (18.6). */
#include "omp/settings/settings.h"

int omp_get_num_devices(void) {
    return 0;
}

int omp_get_initial_device(void) {
    return 0;
}

int omp_get_device_num(void) {
    return 0;
}

int omp_is_initial_device(void) {
    return 1;
}

int omp_get_default_device(void) {
    return oc_settings_here()->device;
}

void omp_set_default_device(int device) {
    oc_settings_own()->device = device;
}

int omp_pause_resource(omp_pause_resource_t kind, int device) {
    return device == omp_initial_device || device == 0 ? omp_pause_resource_all(kind) : -1;
}

int omp_pause_resource_all(omp_pause_resource_t kind) {
    return kind == omp_pause_soft || kind == omp_pause_hard ? 0 : -1;
}
