/* An older name for <ucontext.h>. */
#ifndef _SYS_UCONTEXT_H
#define _SYS_UCONTEXT_H

#include <ucontext.h>

#endif
