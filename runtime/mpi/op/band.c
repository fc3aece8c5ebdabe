#include "mpi/op/kind.h"

#define FUNCTION(KIND, TYPE) OC_FUNCTION(band, KIND, TYPE, a &b)

OC_UNSIGNED(FUNCTION)

oc_reductions oc_band = {OC_WRAPPING_ENTRIES(band), [OC_BYTES] = band_U8};
