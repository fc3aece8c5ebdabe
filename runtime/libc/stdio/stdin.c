#include "libc/stdio/standard.h"

STANDARD_STREAM(stdin, 0, __SRD, _IOFBF, 512);
