/* The hardware mutexes of a process: each of the job's has an equal share of those of the chip. */
#ifndef OMP_LOCK_MUTEX_H
#define OMP_LOCK_MUTEX_H

#include "hal/hal.h"

/* What the first are for; the rest is for locks. */
enum { OC_MUTEX_CRITICAL, OC_MUTEX_ATOMIC, OC_MUTEX_BARRIER, OC_MUTEXES_FIXED };

int oc_mutexes(void); /* fewer than OC_MUTEXES_FIXED: the job ends, with a message */
hal_address oc_mutex(int which);

#endif
