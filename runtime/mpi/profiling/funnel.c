#include "mpi/profiling/funnel.h"

/* Programs with -fopenmp link this symbol, through the .gomp files in link/. The linker script
 * profiling.ld tests whether it is defined. */
const char oc_funnel = 1;
