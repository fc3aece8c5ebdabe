#include "mpi/op/kind.h"

/* 1u: narrow operands would otherwise be promoted to int, and could overflow. */
#define INTEGER(KIND, TYPE) OC_FUNCTION(sum, KIND, TYPE, 1u * a + b)
#define OTHER(KIND, TYPE) OC_FUNCTION(sum, KIND, TYPE, a + b)
#define ENTRY(KIND, TYPE) [OC_##KIND] = sum_##KIND,

OC_UNSIGNED(INTEGER)
OC_REALS(OTHER)
OC_COMPLEXES(OTHER)

oc_reductions oc_sum = {OC_WRAPPING_ENTRIES(sum), OC_REALS(ENTRY) OC_COMPLEXES(ENTRY)};
