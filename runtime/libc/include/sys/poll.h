/* An older name for <poll.h>. */
#ifndef ONCHIP_SYS_POLL_H
#define ONCHIP_SYS_POLL_H

#include <poll.h>

#endif
