/* A process' share of the hardware mutexes. All processes of the job have equal shares. */
#ifndef OMP_LOCK_MUTEX_H
#define OMP_LOCK_MUTEX_H

#include "hal/hal.h"

/* The first mutexes of a process have fixed purposes; locks use the other ones. */
enum { OC_MUTEX_CRITICAL, OC_MUTEX_ATOMIC, OC_MUTEX_BARRIER, OC_MUTEXES_FIXED };

/* Returns the number of mutexes of the process. Ends the job if there are fewer than
 * OC_MUTEXES_FIXED. */
int oc_mutexes(void);
hal_address oc_mutex(int which);

#endif
