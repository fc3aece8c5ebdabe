/* An older name for <sys/wait.h>. */
#ifndef ONCHIP_WAIT_H
#define ONCHIP_WAIT_H

#include <sys/wait.h>

#endif
