/* MPI_X in programs with OpenMP: only thread 0 may call it (MPI 4.1, section 11.6:
 * MPI_THREAD_FUNNELED).
 *
 * Each function of mpi.h but those of any_thread.txt, which any thread may call, has an object in
 * libonchip-funnel.a, made of the HAL's funnel.s: a strong MPI_X that looks which thread calls and
 * jumps to PMPI_X. Programs linked with -fopenmp are linked with it before the library, where MPI_X
 * is a weak alias; others have none of it. A profiling tool's own MPI_X takes the place of both.
 */
#ifndef MPI_FUNNEL_FUNNEL_H
#define MPI_FUNNEL_FUNNEL_H

/* Says that a thread other than 0 has called the function with this name, and ends the job. */
_Noreturn void oc_funnel_refuse(const char *call);

#endif
