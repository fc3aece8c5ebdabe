/* In programs with OpenMP, only thread 0 may call MPI (MPI 4.1, section 11.6: MPI_THREAD_FUNNELED).
 * The entry MPI_X checks which thread calls it, and then goes on to PMPI_X (entries.py). */
#ifndef MPI_PROFILING_FUNNEL_H
#define MPI_PROFILING_FUNNEL_H

/* A program that contains this symbol checks the threads. */
extern const char oc_funnel;

/* Reports that a thread other than 0 has called the function with this name, and ends the job. */
_Noreturn void oc_funnel_refuse(const char *call);

#endif
