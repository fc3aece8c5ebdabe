/* Levels of thread support (MPI 4.1, section 11.6). */
#ifndef MPI_CORE_THREAD_H
#define MPI_CORE_THREAD_H

#include <stdbool.h>

/* The highest level that holds: MPI_THREAD_SERIALIZED, or, of a process with several cores,
 * MPI_THREAD_FUNNELED: inbox, counters and transfers are those of the core that runs main(). On
 * Linux a program may also make threads itself; nothing here belongs to one of them, and nothing is
 * locked.
 */
int oc_thread_highest(void);

/* The lower of that and a level. */
int oc_thread_given(int required);

/* What MPI_Init_thread has given; before, and after MPI_Init, MPI_THREAD_SINGLE. */
extern int oc_thread_level;

/* Notes that the calling thread is the main one. */
void oc_thread_set_main(void);

/* Whether it is; without oc_thread_set_main() that is thread 0. */
bool oc_thread_is_main(void);

#endif
