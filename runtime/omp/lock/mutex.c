#include "omp/lock/mutex.h"

#include "omp/team/message.h"

int oc_mutexes(void) {
    static int known;
    if (HAL_READ(&known))
        return HAL_READ(&known);
    int share = hal_mutexes() / hal_places();
    if (share < OC_MUTEXES_FIXED) {
        oc_message_number("OpenMP on mutexes: each process needs 3 hardware mutexes, and has ",
                          share);
        hal_abort(1);
    }
    HAL_WRITE(&known, share);
    return share;
}

hal_address oc_mutex(int which) {
    return hal_mutex_of(hal_place() * oc_mutexes() + which);
}
