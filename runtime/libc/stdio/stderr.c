#include "libc/stdio/standard.h"

STANDARD_STREAM(stderr, 2, __SWR, _IONBF, 128);
