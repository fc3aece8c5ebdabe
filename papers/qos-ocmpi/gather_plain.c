/* gather.c without marked messages: priorities by setPriority alone. */
#define PLAIN
#include "gather.c"
