#include "hal/chip/host.h"
#include "hal/chip/inline/self.h"
#include "hal/hal.h"

_Noreturn __attribute__((noinline)) static void end(int code, uint32_t call) {
    /* Remote stores still under way must arrive before this core stops. */
    hal_fence();
    host_call1(call, (uint32_t)code);
    for (;;)
        ;
}

_Noreturn void hal_exit(int code) {
    *(volatile uint32_t *)(hal_self.process->shared + HAL_SHARED_BYTES) = 1;
    end(code, HOST_EXIT);
}

_Noreturn void hal_abort(int code) {
    end(code, HOST_ABORT);
}
