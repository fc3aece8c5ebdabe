#include "mpi/core/fibre.h"

struct oc_operation *oc_operation_running;

void oc_call_on_main_here(void (*function)(void *context), void *context) {
    function(context);
}
