#include "mpi/profiling/funnel.h"

/* With -fopenmp, the .gomp files in link/ make the linker include this symbol. profiling.ld tests
 * whether it is defined. */
const char oc_funnel = 1;
