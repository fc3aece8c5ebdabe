/* How long a thread looks again before it sleeps. */
#ifndef HAL_LINUX_PATIENCE_H
#define HAL_LINUX_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* The number of looks between two calls of hal_look_again(), some 50 ns. */
#define HAL_LOOKS 64

/* A wait, from its first look on. At its beginning all fields are zero. */
struct hal_looks {
    uint64_t first, last;
};

/* Called after HAL_LOOKS looks in vain; false: the thread should sleep now. */
bool hal_look_again(struct hal_looks *looks);

/* Called when a look has found what the thread waits for. */
void hal_look_found(const struct hal_looks *looks);

#endif
