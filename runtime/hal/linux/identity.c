#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal/linux/shared.h"

int hal_place(void) {
    return hal_self.place;
}

int hal_places(void) {
    return hal_self.places;
}

int hal_core_of(int place) {
    return place;
}

int hal_program_of(int place) {
    const char *at = hal_self.programs;
    for (int i = 0; at && i < place; i++) {
        at = strchr(at, ',');
        if (at)
            at++;
    }
    return at ? atoi(at) : 0;
}

size_t hal_name(char *name, size_t bytes) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    int length = snprintf(name, bytes, "%s place %d", host, hal_self.place);
    return bytes == 0 ? 0 : (size_t)length < bytes ? (size_t)length : bytes - 1;
}

void hal_tell_rank(int rank) {
    hal_self.shared->place[hal_self.place].rank = rank + 1;
}

void hal_tell_active(bool active) {
    hal_self.shared->place[hal_self.place].active = active;
}

bool hal_has_ended(int place) {
    return hal_load(hal_shared_of(place) + HAL_SHARED_BYTES) != 0;
}
