#include "mpi/op/kind.h"

#define FUNCTION(KIND, TYPE) OC_FUNCTION(land, KIND, TYPE, a &&b)

OC_UNSIGNED(FUNCTION)

oc_reductions oc_land = {OC_WRAPPING_ENTRIES(land), [OC_L8] = land_U8, [OC_L16] = land_U16,
                         [OC_L32] = land_U32, [OC_L64] = land_U64};
