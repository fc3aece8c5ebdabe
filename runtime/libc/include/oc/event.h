/* How a program is notified of an event, in <signal.h> and <aio.h>. */
#ifndef ONCHIP_OC_EVENT_H
#define ONCHIP_OC_EVENT_H

#include <sys/features.h>

#if __POSIX_VISIBLE < 199309 /* picolibc's <signal.h> has this type only for POSIX */
union sigval {
    int sival_int;
    void *sival_ptr;
};
#endif

struct sigevent {
    int sigev_notify;
    int sigev_signo;
    union sigval sigev_value;
    void (*sigev_notify_function)(union sigval);
    void *sigev_notify_attributes; /* a pthread_attr_t, which <pthread.h> defines */
};

#endif
