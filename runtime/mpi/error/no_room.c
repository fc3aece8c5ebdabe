#include "mpi/error/raise.h"

_Noreturn void oc_die_of_held(size_t bytes, int place, int tag) {
    oc_die_with_three(
        OC_FATAL,
        "no memory to keep a message of # bytes from process # with tag #, which nobody "
        "asks for|a larger heap, or to post receives before messages come",
        (long)bytes, place, tag);
}
