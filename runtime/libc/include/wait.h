/* An older name for <sys/wait.h>. */
#ifndef _WAIT_H
#define _WAIT_H

#include <sys/wait.h>

#endif
