/* Includes <signal.h>, as other C libraries do. Some versions of picolibc include this header in
 * their <signal.h>, so it has no guard of its own; other versions have no <sys/signal.h>. */
#ifndef _SIGNAL_H
#include <signal.h>
#elif __has_include_next(<sys/signal.h>)
#include_next <sys/signal.h>
#endif
