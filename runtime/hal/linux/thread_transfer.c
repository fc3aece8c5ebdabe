/* Threads of a process share its memory, so transfers between them are copies. */
#include "hal/store.h"

hal_transfer hal_thread_put(hal_address to, const void *from, size_t bytes) {
    return hal_put(to, from, bytes);
}

hal_transfer hal_thread_get(void *to, hal_address from, size_t bytes) {
    return hal_get(to, from, bytes);
}

bool hal_is_near(const void *object) {
    (void)object;
    return true;
}

hal_address hal_thread_global(const void *object) {
    return object ? hal_global(object) : 0;
}

bool hal_thread_try_dequeue(hal_address queue, void *element, size_t bytes) {
    return hal_try_dequeue(queue, element, bytes);
}
