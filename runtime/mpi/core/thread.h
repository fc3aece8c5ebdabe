/* Levels of thread support (MPI 4.1, section 11.6). */
#ifndef MPI_CORE_THREAD_H
#define MPI_CORE_THREAD_H

#include <stdbool.h>

/* The highest level of thread support without additional cost. It is MPI_THREAD_MULTIPLE if threads
 * call MPI in turn already. Otherwise it is MPI_THREAD_SERIALIZED or, in a process with several
 * cores, MPI_THREAD_FUNNELED, because inbox, counters and transfers belong to the core that runs
 * main(). A session that asks for no level gets this level. */
int oc_thread_highest(void);

/* Returns the level of thread support for a request: the lower of oc_thread_highest() and
 * `required`. On Linux, a request above oc_thread_highest() gets MPI_THREAD_MULTIPLE, and from then
 * on threads call MPI in turn. */
int oc_thread_given(int required);

/* The level that MPI_Init_thread returned; MPI_THREAD_SINGLE before that, and after MPI_Init. */
extern int oc_thread_level;

/* Makes the calling thread the main thread. */
void oc_thread_set_main(void);

/* Whether the caller is the main thread, which is thread 0 unless oc_thread_set_main() was
 * called. */
bool oc_thread_is_main(void);

#endif
