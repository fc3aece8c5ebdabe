/* Levels of thread support (MPI 4.1, section 11.6). */
#ifndef MPI_CORE_THREAD_H
#define MPI_CORE_THREAD_H

#include <stdbool.h>

/* The highest level that holds. A process is one core, so on the chip there is nobody else to call
 * the library. On Linux a program may make threads; nothing here belongs to one of them, and
 * nothing is locked. */
#define OC_THREAD_LEVEL MPI_THREAD_SERIALIZED

/* What MPI_Init_thread has given; before, and after MPI_Init, MPI_THREAD_SINGLE. */
extern int oc_thread_level;

/* Notes that the calling thread is the main one. */
void oc_thread_set_main(void);

/* Whether it is; without oc_thread_set_main() there is only one. */
bool oc_thread_is_main(void);

#endif
