#include "libc/stdio/standard.h"

STANDARD_STREAM(stdout, 1, STREAM_WRITABLE, _IOLBF, 512);
