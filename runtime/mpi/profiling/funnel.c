#include "mpi/profiling/funnel.h"

/* A symbol that -fopenmp links, by the .gomp files in link/. profiling.ld tests whether it is
 * defined. */
const char oc_funnel = 1;
