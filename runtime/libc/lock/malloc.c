#include "libc/lock/lock.h"

/* picolibc's malloc takes it. */
struct __lock __lock___libc_recursive_mutex;
