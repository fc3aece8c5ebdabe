/* In programs with OpenMP, thread 0 alone calls MPI (MPI 4.1, section 11.6: MPI_THREAD_FUNNELED).
 *
 * A program calls MPI_X, which is PMPI_X unless a profiling tool has its own (MPI 4.1, section
 * 15.2). In a program with OpenMP it is oc_funnel_MPI_X, which looks which thread calls and goes on
 * to PMPI_X; functions that any thread may call have none. build/…/profiling.ld says all this to
 * the linker. */
#ifndef MPI_FUNNEL_FUNNEL_H
#define MPI_FUNNEL_FUNNEL_H

#include <mpi.h>

#include "hal/thread_check.h"

extern const char oc_funnel;

/* Says that a thread other than 0 has called the function with this name, and ends the job. */
_Noreturn void oc_funnel_refuse(const char *call);

/* Below the definition of PMPI_X: for thread 0 alone. */
#if defined OC_CHECKS && !OC_CHECKS
#define OC_FUNNELED(NAME) _Static_assert(1, "")
#else
#define OC_FUNNELED(NAME) HAL_THREAD_0_ONLY(oc_funnel_##NAME, P##NAME, NAME, oc_funnel_refuse)
#endif

#endif
