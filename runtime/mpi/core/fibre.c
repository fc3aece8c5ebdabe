#include "mpi/core/fibre.h"

struct oc_operation *oc_operation_running;

__attribute__((weak)) void oc_call_on_main(void (*function)(void *context), void *context) {
    function(context);
}
