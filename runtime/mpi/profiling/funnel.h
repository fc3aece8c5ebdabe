/* The check that only thread 0 calls MPI, in programs with OpenMP (MPI 4.1, section 11.6:
 * MPI_THREAD_FUNNELED). The entry MPI_X checks which thread calls it, and then goes on to PMPI_X
 * (entries.py). */
#ifndef MPI_PROFILING_FUNNEL_H
#define MPI_PROFILING_FUNNEL_H

/* Defined in programs that check which thread calls MPI. */
extern const char oc_funnel;

/* Reports that a thread other than thread 0 has called the MPI function `call`, and ends the
 * job. */
_Noreturn void oc_funnel_refuse(const char *call);

#endif
