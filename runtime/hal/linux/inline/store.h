/* The functions of hal/store.h that are a few instructions. */
#ifndef HAL_LINUX_INLINE_STORE_H
#define HAL_LINUX_INLINE_STORE_H

#include <stdint.h>

struct hal_pair {
    uintptr_t words[2];
} __attribute__((may_alias));

static inline void hal_copy_pair(void *to, const void *from) {
    *(struct hal_pair *)to = *(const struct hal_pair *)from;
}

#endif
