#include "libc/lock/lock.h"
#include "libc/memory/chunk.h"

static struct __lock lock;

void __oc_heap_acquire_shared(void) {
    __oc_lock_acquire(&lock);
}

void __oc_heap_release_shared(void) {
    __oc_lock_release(&lock);
}
