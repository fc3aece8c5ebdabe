#include "libc/stdio/foreign.h"

#include "hal/hal.h"
#include "libc/lock/lock.h"
#include "libc/stdio/stream.h"

#define PUSHED 0x100 /* set in `unget` if `unget` holds a byte */

int __oc_foreign_get(FILE *file) {
    if (file->__pushed) {
        int c = file->__pushed & 0xff;
        file->__pushed = 0;
        return c;
    }
    if (!(file->__flags & STREAM_READABLE) || file->__flags & STREAM_EOF)
        return EOF;
    int c = file->__get(file);
    if (c >= 0)
        return c;
    file->__flags |= STREAM_EOF;
    return EOF;
}

bool __oc_foreign_unget(FILE *file, int c) {
    if (file->__pushed)
        return false;
    file->__pushed = PUSHED | (unsigned char)c;
    file->__flags &= (uint8_t)~STREAM_EOF;
    return true;
}

/* Threads that write to such a file take turns at each byte, as its memory may grow. Few files
 * share a lock. */
bool __oc_foreign_put(FILE *file, char c) {
    static struct __lock locks[16];
    struct __lock *lock = &locks[(uintptr_t)file / sizeof *file % (sizeof locks / sizeof *locks)];
    bool shared = hal_threads() > 1;
    if (shared)
        __oc_lock_acquire(lock);
    bool good = file->__flags & STREAM_WRITABLE && file->__put(c, file) >= 0;
    if (!good)
        file->__flags |= STREAM_ERROR;
    if (shared)
        __oc_lock_release(lock);
    return good;
}
