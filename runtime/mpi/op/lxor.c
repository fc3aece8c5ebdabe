#include "mpi/op/kind.h"

#define FUNCTION(KIND, TYPE) OC_FUNCTION(lxor, KIND, TYPE, !a != !b)

OC_UNSIGNED(FUNCTION)

oc_reductions oc_lxor = {OC_WRAPPING_ENTRIES(lxor), [OC_L8] = lxor_U8, [OC_L16] = lxor_U16,
                         [OC_L32] = lxor_U32, [OC_L64] = lxor_U64};
