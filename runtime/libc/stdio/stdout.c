#include "libc/stdio/standard.h"

STANDARD_STREAM(stdout, 1, __SWR, _IOLBF, 512);
