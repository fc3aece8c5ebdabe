/* How long a thread polls before it sleeps. */
#ifndef HAL_LINUX_PATIENCE_H
#define HAL_LINUX_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* The number of polls between two calls of hal_poll_again(). They take some 50 ns. */
#define HAL_POLLS 64

/* A wait, from its first poll on. All fields are zero at the beginning. */
struct hal_polls {
    uint64_t first, last;
    uint32_t yields;
};

/* Called after HAL_POLLS polls without success. Returns false if the thread should sleep now. */
bool hal_poll_again(struct hal_polls *polls);

/* Called when a poll has succeeded. */
void hal_poll_found(const struct hal_polls *polls);

#endif
