/* MPI_Init and MPI_Finalize: between them is what the advice is about. */
#include "mpi/advise/record.h"
#include "mpi/world/agreement.h"

__typeof__(oc_agree) __real_oc_agree, __wrap_oc_agree;

static void tell(enum oc_record_kind kind) {
    struct oc_record record = {.kind = kind, .peer = OC_EVERYBODY};
    oc_record_end(&record);
}

int __wrap_oc_agree(int occasion, int *size) {
    if (occasion == OC_LEAVE)
        tell(OC_RECORD_END);
    int rank = __real_oc_agree(occasion, size);
    if (occasion == OC_JOIN)
        tell(OC_RECORD_START);
    return rank;
}
