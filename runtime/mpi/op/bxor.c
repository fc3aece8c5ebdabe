#include "mpi/op/kind.h"

#define FUNCTION(KIND, TYPE) OC_FUNCTION(bxor, KIND, TYPE, a ^ b)

OC_UNSIGNED(FUNCTION)

oc_reductions oc_bxor = {OC_WRAPPING_ENTRIES(bxor), [OC_BYTES] = bxor_U8};
