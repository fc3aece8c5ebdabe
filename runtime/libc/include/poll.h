/* Functions that wait for files (POSIX). Only pipes can make a call wait. */
#ifndef _POLL_H
#define _POLL_H

#include <signal.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
#define POLLRDNORM 64
#define POLLRDBAND 128
#define POLLWRNORM 256
#define POLLWRBAND 512

typedef unsigned nfds_t;
struct pollfd {
    int fd;
    short events, revents;
};

#if __POSIX_VISIBLE
int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *mask);
#endif
int poll(struct pollfd *files, nfds_t count, int milliseconds);

#ifdef __cplusplus
}
#endif

#endif
