/* The bodies, that is, the data of long messages. A body is copied twice if it goes through an
 * inbox, and once if the receiver fetches it from the sender's memory, which takes a system
 * call. */
#ifndef HAL_LINUX_BODY_H
#define HAL_LINUX_BODY_H

#include <stddef.h>

/* Bodies of fewer bytes always go through an inbox. */
#define HAL_LEAST_BODY ((size_t)8 << 10)

/* The largest number of bytes in a body that goes through an inbox. */
extern size_t hal_most_body;

/* Copies a body of at least HAL_LEAST_BODY bytes into the inbox of a place. */
void hal_copy_body(int place, void *to, const void *from, size_t bytes);

#endif
