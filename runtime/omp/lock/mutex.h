/* A process' share of the hardware mutexes, of which all processes of the job have equal shares. */
#ifndef OMP_LOCK_MUTEX_H
#define OMP_LOCK_MUTEX_H

#include "hal/hal.h"

/* The uses of the first mutexes; the rest is for locks. */
enum { OC_MUTEX_CRITICAL, OC_MUTEX_ATOMIC, OC_MUTEX_BARRIER, OC_MUTEXES_FIXED };

int oc_mutexes(void); /* if there are fewer than OC_MUTEXES_FIXED, ends the job with a message */
hal_address oc_mutex(int which);

#endif
