/* Handles signals that a fault of the program raises and that end the process. The handler records
 * the active calls for the launcher, which looks up their source lines; the signal then takes its
 * default action. */
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "hal/linux/shared.h"

/* Enough stack for the unwinder in backtrace(). */
#define STACK_BYTES (64 << 10)

/* Stores the address at which the program is loaded. The program is the first object that is
 * visited; the result 1 ends the visits. */
static int take_base(struct dl_phdr_info *object, size_t bytes, void *base) {
    (void)bytes;
    *(uintptr_t *)base = object->dlpi_addr;
    return 1;
}

void hal_leave_callers(int inner) {
    void *callers[CALLERS];
    uintptr_t base = 0;
    dl_iterate_phdr(take_base, &base);
    int count = backtrace(callers, CALLERS);
    for (int i = inner; i < count; i++)
        hal_self.shared->callers[i - inner] = (uintptr_t)callers[i] - base;
    hal_self.shared->seat_aborted = own_seat();
}

static void (*at_fault)(void);

void hal_at_fault(void (*function)(void)) {
    at_fault = function;
}

static void faulted(int number) {
    uint32_t none = 0, who = FAULTED | (uint32_t)hal_self.place << 16;
    if (atomic_compare_exchange_strong(&hal_self.shared->aborted, &none, ABORTING | who)) {
        /* The argument leaves out this function, the system's signal frame around it and
         * hal_leave_callers(). The launcher subtracts 1 from each address, because a return address
         * points to the instruction after the call. The first address is not a return address but
         * that of the faulting instruction, so the next line adds 1 to it. */
        hal_leave_callers(3);
        hal_self.shared->callers[0] += hal_self.shared->callers[0] != 0;
        atomic_store(&hal_self.shared->aborted, who);
    } else {
        /* Another process has faulted first and is still recording its calls. If this process ended
         * now, the launcher would end that process before it has recorded all its calls. So this
         * process waits; the launcher ends it as soon as that process has ended. */
        sleep(1);
    }
    if (at_fault)
        at_fault();
    raise(number); /* ends the process now */
}

static _Thread_local void *signal_stack;

void hal_watch_faults(void) {
    stack_t stack = {.ss_sp = malloc(STACK_BYTES), .ss_size = STACK_BYTES};
    if (stack.ss_sp && !sigaltstack(&stack, NULL))
        signal_stack = stack.ss_sp;
}

void hal_unwatch_faults(void) {
    stack_t none = {.ss_flags = SS_DISABLE};
    if (signal_stack && !sigaltstack(&none, NULL))
        free(signal_stack);
    signal_stack = NULL;
}

void hal_start_watching_faults(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
    struct sigaction action = {.sa_handler = faulted,
                               .sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
    void *callers[1];
    /* The first call of backtrace() allocates memory. It is made here because the heap may be
     * damaged after a fault. */
    backtrace(callers, 1);
    hal_watch_faults();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}
