/* On Linux every transfer is complete when the call that starts it returns. */
#include "hal/hal.h"

void hal_put_now(hal_address to, const void *from, size_t bytes) {
    hal_finish(hal_put(to, from, bytes));
}

void hal_get_now(void *to, hal_address from, size_t bytes) {
    hal_finish(hal_get(to, from, bytes));
}

void hal_drain(void) {
    hal_fence();
}
