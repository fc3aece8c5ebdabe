#include "mpi/core/process.h"

struct oc_process oc_process;
