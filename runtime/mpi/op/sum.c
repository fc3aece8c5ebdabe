#include "mpi/op/kind.h"

/* The factor `1u` makes the arithmetic unsigned. Operands narrower than int would otherwise be
 * promoted to int, which could overflow. */
#define INTEGER(KIND, TYPE) OC_FUNCTION(sum, KIND, TYPE, 1u * a + b)
#define OTHER(KIND, TYPE) OC_FUNCTION(sum, KIND, TYPE, a + b)
#define ENTRY(KIND, TYPE) [OC_##KIND] = sum_##KIND,

INTEGER(U8, uint8_t)
INTEGER(U16, uint16_t)
OC_LONG_FUNCTION(sum, U32, uint32_t, a + b)
INTEGER(U64, uint64_t)
OC_LONG_FUNCTION(sum, FLOAT, float, a + b)
OC_LONG_FUNCTION(sum, DOUBLE, double, a + b)
OTHER(LONG_DOUBLE, long double)
OC_COMPLEXES(OTHER)

oc_reductions oc_sum = {OC_WRAPPING_ENTRIES(sum), OC_REALS(ENTRY) OC_COMPLEXES(ENTRY)};
