/* The environment of a process, which never has the rights of another user than its own. */
#include <stdlib.h>

#include "libc/names/weak.h"

WEAK char *secure_getenv(const char *name) {
    return getenv(name);
}
