/* gather.c without marked messages; priorities are set only by setPriority(). */
#define PLAIN
#include "gather.c"
