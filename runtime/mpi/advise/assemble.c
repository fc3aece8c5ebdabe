/* MPI_Init and MPI_Finalize: between them is what the advice is about. */
#include "mpi/advise/record.h"
#include "mpi/world/assembly.h"

__typeof__(oc_assemble) __real_oc_assemble, __wrap_oc_assemble;

static void tell(enum oc_record_kind kind) {
    struct oc_record record = {.kind = kind, .peer = OC_EVERYBODY};
    oc_record_end(&record);
}

void __wrap_oc_assemble(int occasion) {
    if (occasion == OC_LEAVE)
        tell(OC_RECORD_END);
    __real_oc_assemble(occasion);
    if (occasion == OC_JOIN)
        tell(OC_RECORD_START);
}
