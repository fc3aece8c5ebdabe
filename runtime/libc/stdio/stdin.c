#include "libc/stdio/standard.h"

STANDARD_STREAM(stdin, 0, STREAM_READABLE, _IOFBF, 512);
