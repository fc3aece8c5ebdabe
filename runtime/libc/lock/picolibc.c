#include "libc/lock/lock.h"

/* picolibc's functions use this lock. */
struct __lock __lock___libc_recursive_mutex;
