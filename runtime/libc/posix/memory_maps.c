/* Mappings without virtual memory: each is a block of the heap, with zeros or with what a file has
 * when it is mapped. Nothing is written back, so a file can be shared for reading only. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/lock/lock.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

struct mapping {
    struct mapping *next;
    char *start;
    size_t bytes, left; /* left: bytes that are still mapped */
};
static struct mapping *mappings;
static struct __lock lock;

static void *failed(int error) {
    errno = error;
    return MAP_FAILED;
}

/* Reads up to `bytes` from `offset` on, and leaves the file's position where it is. */
static int load(char *to, size_t bytes, int file, off_t offset) {
    off_t before = __oc_lseek(file, 0, SEEK_CUR);
    if (before < 0 || __oc_lseek(file, offset, SEEK_SET) < 0)
        return 0;
    ssize_t read;
    while (bytes && (read = __oc_read(file, to, bytes)) > 0) {
        to += read;
        bytes -= (size_t)read;
    }
    return __oc_lseek(file, before, SEEK_SET) >= 0;
}

WEAK void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset) {
    size_t page = hal_page_bytes(), rounded = (bytes + page - 1) / page * page;
    int has_file = !(flags & MAP_ANONYMOUS);
    (void)address; /* a hint */
    if (!bytes || flags & MAP_FIXED || !(flags & (MAP_SHARED | MAP_PRIVATE)) || offset % page)
        return failed(EINVAL);
    if (rounded < bytes)
        return failed(ENOMEM);
    if (protection & PROT_EXEC || (has_file && flags & MAP_SHARED && protection & PROT_WRITE))
        return failed(ENOTSUP);
    struct mapping *mapping = malloc(sizeof *mapping);
    char *start = mapping ? aligned_alloc(page, rounded) : NULL;
    if (!start) {
        free(mapping);
        return failed(ENOMEM);
    }
    memset(start, 0, rounded);
    if (has_file && !load(start, bytes, file, offset)) {
        free(start);
        free(mapping);
        return MAP_FAILED;
    }
    __oc_lock_acquire(&lock);
    *mapping = (struct mapping){mappings, start, rounded, rounded};
    mappings = mapping;
    __oc_lock_release(&lock);
    return start;
}

/* A block is freed when all of it has been unmapped. */
WEAK int munmap(void *address, size_t bytes) {
    size_t page = hal_page_bytes();
    if ((uintptr_t)address % page || !bytes) {
        errno = EINVAL;
        return -1;
    }
    bytes = (bytes + page - 1) / page * page;
    __oc_lock_acquire(&lock);
    for (struct mapping **at = &mappings; *at; at = &(*at)->next) {
        struct mapping *mapping = *at;
        size_t from = (size_t)((char *)address - mapping->start);
        if (from >= mapping->bytes)
            continue;
        size_t unmapped = bytes < mapping->bytes - from ? bytes : mapping->bytes - from;
        mapping->left -= unmapped < mapping->left ? unmapped : mapping->left;
        if (!mapping->left) {
            *at = mapping->next;
            free(mapping->start);
            free(mapping);
        }
        break;
    }
    __oc_lock_release(&lock);
    return 0;
}

/* Advice changes nothing. */
WEAK int posix_madvise(void *address, size_t bytes, int advice) {
    (void)address, (void)bytes;
    return advice >= POSIX_MADV_NORMAL && advice <= POSIX_MADV_DONTNEED ? 0 : EINVAL;
}
