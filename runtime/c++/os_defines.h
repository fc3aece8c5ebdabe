/* Replaces libstdc++'s file of this name. libstdc++'s configure script finds these settings by
 * linking programs, which it does not do for bare metal. The values describe runtime/libc/. */
#ifndef _GLIBCXX_OS_DEFINES
#define _GLIBCXX_OS_DEFINES 1

#undef _GLIBCXX_GTHREAD_USE_WEAK
#define _GLIBCXX_GTHREAD_USE_WEAK 0 /* a weak reference would not link the functions */
#define _GLIBCXX_HAVE_TLS 1
#define _GLIBCXX_HAVE___CXA_THREAD_ATEXIT_IMPL 1
#define _GLIBCXX_HAVE_ALIGNED_ALLOC 1
#define _GLIBCXX_USE_CLOCK_REALTIME 1
#define _GLIBCXX_USE_CLOCK_MONOTONIC 1
#define _GLIBCXX_USE_NANOSLEEP 1
#define _GLIBCXX_USE_SCHED_YIELD 1

#endif
