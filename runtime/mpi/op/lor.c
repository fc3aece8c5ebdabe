#include "mpi/op/kind.h"

#define FUNCTION(KIND, TYPE) OC_FUNCTION(lor, KIND, TYPE, a || b)

OC_UNSIGNED(FUNCTION)

oc_reductions oc_lor = {OC_WRAPPING_ENTRIES(lor), [OC_L8] = lor_U8, [OC_L16] = lor_U16,
                        [OC_L32] = lor_U32, [OC_L64] = lor_U64};
