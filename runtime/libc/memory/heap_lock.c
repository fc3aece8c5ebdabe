#include "libc/lock/lock.h"
#include "libc/memory/chunk.h"

static struct __lock lock;

void __oc_heap_lock_shared(void) {
    __oc_lock_acquire(&lock);
}

void __oc_heap_unlock_shared(void) {
    __oc_lock_release(&lock);
}
