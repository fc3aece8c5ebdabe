#include "mpi/profiling/funnel.h"

/* What -fopenmp links, by the .gomp files in link/: profiling.ld looks whether it is there. */
const char oc_funnel = 1;
