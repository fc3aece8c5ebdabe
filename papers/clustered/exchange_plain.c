/* exchange.c without marked messages: priorities by setPriority alone. */
#define PLAIN
#include "exchange.c"
