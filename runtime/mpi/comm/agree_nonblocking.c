#include "mpi/collective/nonblocking/operation.h"
#include "mpi/comm/agree_slots.h"
#include "mpi/core/fibre.h"

int oc_context_agree_nonblocking(const struct oc_participants *participants, uint32_t *context) {
    if (!oc_on_fibre())
        return oc_context_agree_blocking(participants, context);
    uint32_t number = (uint32_t)oc_operation_running->tag >> OC_TAG_BITS;
    uint32_t parent = oc_operation_running->request->core.comm->context;
    return oc_context_agree_on_slot(participants, number, parent, true, context);
}
