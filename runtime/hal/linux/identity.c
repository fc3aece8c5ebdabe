#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal/linux/shared.h"

int hal_place(void) {
    return hal_self.place;
}

int hal_places(void) {
    return hal_self.places - hal_self.kernels - hal_self.bridges;
}

int hal_core_of(int place) {
    return place;
}

/* The number at `index` in a comma-separated list; 0 if there is no list. */
static int in_list(const char *at, int index) {
    for (int i = 0; at && i < index; i++) {
        at = strchr(at, ',');
        if (at)
            at++;
    }
    return at ? atoi(at) : 0;
}

int hal_program_of(int place) {
    return in_list(hal_self.programs, place);
}

int hal_kernels(void) {
    return hal_self.kernels;
}

int hal_cluster_of(int place) {
    if (!hal_self.kernels)
        return -1;
    return place < hal_places() ? in_list(getenv("ONCHIP_CLUSTERS"), place) : place - hal_places();
}

uint32_t hal_enter_kernel(void) {
    return 0;
}

size_t hal_name(char *name, size_t bytes) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    int length = snprintf(name, bytes, "%s process %d", host, hal_self.place);
    return bytes == 0 ? 0 : (size_t)length < bytes ? (size_t)length : bytes - 1;
}

void hal_report_rank(int rank) {
    hal_self.shared->seats[hal_self.place].rank = rank + 1;
}

void hal_report_active(bool active) {
    hal_self.shared->seats[hal_self.place].active = active;
}

bool hal_has_ended(int place) {
    return hal_load(hal_shared_of(place) + HAL_SHARED_BYTES) != 0;
}
