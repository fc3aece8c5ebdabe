/* A function that exit() calls last, if a stream has set it. Because exit() calls it through this
 * pointer, programs without streams do not link the code of streams. */
#ifndef LIBC_START_AT_EXIT_H
#define LIBC_START_AT_EXIT_H

extern void (*__oc_flush_streams_at_exit)(void);

#endif
