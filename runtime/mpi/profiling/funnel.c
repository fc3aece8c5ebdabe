#include "mpi/profiling/funnel.h"

/* A symbol that -fopenmp links, by the .gomp files in link/: profiling.ld looks whether it is
 * there. */
const char oc_funnel = 1;
