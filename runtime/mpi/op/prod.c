#include "mpi/op/kind.h"

/* The factor `1u` makes the arithmetic unsigned. Operands narrower than int would otherwise be
 * promoted to int, which could overflow. */
#define INTEGER(KIND, TYPE) OC_FUNCTION(prod, KIND, TYPE, 1u * a * b)
#define OTHER(KIND, TYPE) OC_FUNCTION(prod, KIND, TYPE, a *b)
#define ENTRY(KIND, TYPE) [OC_##KIND] = prod_##KIND,

OC_UNSIGNED(INTEGER)
OC_REALS(OTHER)
OC_COMPLEXES(OTHER)

oc_reductions oc_prod = {OC_WRAPPING_ENTRIES(prod), OC_REALS(ENTRY) OC_COMPLEXES(ENTRY)};
