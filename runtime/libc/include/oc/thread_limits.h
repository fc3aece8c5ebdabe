/* Limits of threads, which <limits.h> and <pthread.h> define. */
#ifndef ONCHIP_OC_THREAD_LIMITS_H
#define ONCHIP_OC_THREAD_LIMITS_H

#define PTHREAD_KEYS_MAX 16
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define PTHREAD_STACK_MIN 1024

#endif
