/* An older name for <ucontext.h>. */
#ifndef ONCHIP_SYS_UCONTEXT_H
#define ONCHIP_SYS_UCONTEXT_H

#include <ucontext.h>

#endif
