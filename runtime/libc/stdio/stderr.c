#include "libc/stdio/standard.h"

STANDARD_STREAM(stderr, 2, STREAM_WRITABLE, _IONBF, 128);
