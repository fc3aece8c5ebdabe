#include "libc/lock/lock.h"

/* picolibc's functions take it. */
struct __lock __lock___libc_recursive_mutex;
