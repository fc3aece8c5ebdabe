/* Mappings without virtual memory. Each mapping is a block of whole pages of the heap, filled with
 * zeros or with the file's content at the time of the call. A shared mapping follows what the
 * process writes to its file. Stores into it reach the file at msync(), munmap() and exit(), and
 * before the process reads the file. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/chip/folders.h"
#include "libc/lock/lock.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

extern __typeof__(__oc_read_with_pipes) __oc_read_with_pipes OC_OPTIONAL;
extern __typeof__(__oc_write_with_pipes) __oc_write_with_pipes OC_OPTIONAL;

struct mapping {
    struct mapping *next;
    char *start;
    size_t bytes, left; /* left: bytes that are still mapped */
    off_t offset;
    ino_t shared; /* st_ino of the file, 0 for a private mapping */
    int file;     /* own descriptor of the file, to which stores are written; -1: none */
};
static struct mapping *mappings;
static struct __lock lock;

static void *failed(int error) {
    errno = error;
    return MAP_FAILED;
}

static ino_t number_of(int file) {
    struct stat status;
    return __oc_fstat(file, &status) ? 0 : status.st_ino;
}

/* Reads or writes up to `bytes` bytes from `offset` on. The file's position does not change. */
static bool transfer(char *at, size_t bytes, int file, off_t offset, bool writes) {
    off_t before = __oc_lseek(file, 0, SEEK_CUR);
    if (before < 0 || __oc_lseek(file, offset, SEEK_SET) < 0)
        return false;
    long done;
    while (bytes && (done = writes ? hal_write(file, at, bytes) : hal_read(file, at, bytes)) > 0) {
        at += done;
        bytes -= (size_t)done;
    }
    return __oc_lseek(file, before, SEEK_SET) >= 0;
}

/* Writes a mapping to its file, up to the file's end. */
static void write_back(const struct mapping *mapping) {
    struct stat status;
    if (mapping->file < 0 || __oc_fstat(mapping->file, &status))
        return;
    off_t bytes = status.st_size - mapping->offset;
    if (bytes > 0)
        transfer(mapping->start, bytes < (off_t)mapping->bytes ? (size_t)bytes : mapping->bytes,
                 mapping->file, mapping->offset, true);
}

static void write_back_all(ino_t number) {
    for (struct mapping *mapping = mappings; mapping; mapping = mapping->next)
        if (mapping->file >= 0 && (!number || mapping->shared == number))
            write_back(mapping);
}

__attribute__((destructor)) static void write_back_at_exit(void) {
    write_back_all(0);
}

/* Whether the process has a shared mapping of a file or, with `written`, one that it may write. */
static bool has_shared(bool written) {
    for (struct mapping *mapping = mappings; mapping; mapping = mapping->next)
        if (written ? mapping->file >= 0 : mapping->shared)
            return true;
    return false;
}

long __oc_read_with_maps(int file, void *buffer, size_t bytes) {
    __oc_lock_acquire(&lock);
    ino_t number = has_shared(true) ? number_of(file) : 0;
    if (number)
        write_back_all(number);
    __oc_lock_release(&lock);
    return (__oc_read_with_pipes ? __oc_read_with_pipes : hal_read)(file, buffer, bytes);
}

long __oc_write_with_maps(int file, const void *buffer, size_t bytes) {
    long done = (__oc_write_with_pipes ? __oc_write_with_pipes : hal_write)(file, buffer, bytes);
    __oc_lock_acquire(&lock);
    ino_t number = done > 0 && has_shared(false) ? number_of(file) : 0;
    off_t start = number ? __oc_lseek(file, 0, SEEK_CUR) - done : 0;
    for (struct mapping *mapping = number ? mappings : NULL; mapping; mapping = mapping->next) {
        off_t from = start > mapping->offset ? start : mapping->offset;
        off_t end = mapping->offset + (off_t)mapping->bytes;
        if (end > start + done)
            end = start + done;
        if (mapping->shared == number && from < end)
            memcpy(mapping->start + (from - mapping->offset), (const char *)buffer + (from - start),
                   (size_t)(end - from));
    }
    __oc_lock_release(&lock);
    return done;
}

/* Finds an earlier shared mapping of the file that contains the `bytes` bytes from `offset` on.
 * Counts the bytes as mapped once more, and returns their address; null if there is no such
 * mapping. */
static char *mapped_before(ino_t number, size_t bytes, int file, off_t offset, bool writes) {
    for (struct mapping *mapping = mappings; mapping; mapping = mapping->next) {
        off_t from = offset - mapping->offset;
        if (mapping->shared != number || from < 0 || from + (off_t)bytes > (off_t)mapping->bytes)
            continue;
        if (writes && mapping->file < 0)
            mapping->file = hal_copy_number(file, 0, false);
        mapping->left += bytes;
        return mapping->start + from;
    }
    return NULL;
}

/* Whether an earlier shared mapping of the file contains some of the `bytes` bytes from `offset`
 * on. With a second mapping of these bytes, stores into one of the two would be missing in the
 * other. */
static bool overlaps(ino_t number, size_t bytes, off_t offset, bool writes) {
    for (struct mapping *mapping = mappings; mapping; mapping = mapping->next)
        if (mapping->shared == number && (writes || mapping->file >= 0) &&
            offset < mapping->offset + (off_t)mapping->bytes &&
            mapping->offset < offset + (off_t)bytes)
            return true;
    return false;
}

static void *map(size_t bytes, int protection, int flags, int file, off_t offset) {
    size_t page = hal_page_bytes(), rounded = (bytes + page - 1) / page * page;
    int has_file = !(flags & MAP_ANONYMOUS);
    if (!bytes || flags & MAP_FIXED || !(flags & (MAP_SHARED | MAP_PRIVATE)) || offset % page)
        return failed(EINVAL);
    if (rounded < bytes)
        return failed(ENOMEM);
    if (protection & PROT_EXEC)
        return failed(ENOTSUP);
    struct stat status;
    if (has_file && __oc_fstat(file, &status))
        return MAP_FAILED;
    int access = has_file ? hal_flags(file) & O_ACCMODE : O_RDWR;
    ino_t shared = has_file && flags & MAP_SHARED ? status.st_ino : 0;
    bool writes = shared && protection & PROT_WRITE;
    if (access == O_WRONLY || (writes && access != O_RDWR))
        return failed(EACCES);
    if (has_file && (S_ISFIFO(status.st_mode) || S_ISDIR(status.st_mode)))
        return failed(ENODEV);
    __oc_lock_acquire(&lock);
    char *start = shared ? mapped_before(shared, rounded, file, offset, writes) : NULL;
    bool is_refused = shared && !start && overlaps(shared, rounded, offset, writes);
    __oc_lock_release(&lock);
    if (start)
        return start;
    if (is_refused)
        return failed(ENOTSUP);
    struct mapping *mapping = malloc(sizeof *mapping);
    start = mapping ? aligned_alloc(page, rounded) : NULL;
    if (!start) {
        free(mapping);
        return failed(ENOMEM);
    }
    memset(start, 0, rounded);
    __oc_lock_acquire(&lock);
    if (has_file)
        write_back_all(status.st_ino);
    int copy = writes ? hal_copy_number(file, 0, false) : -1;
    bool is_ready =
        (!writes || copy >= 0) && (!has_file || transfer(start, rounded, file, offset, false));
    if (is_ready) {
        *mapping = (struct mapping){mappings, start, rounded, rounded, offset, shared, copy};
        mappings = mapping;
    }
    __oc_lock_release(&lock);
    if (is_ready)
        return start;
    free(start);
    free(mapping);
    return MAP_FAILED;
}

/* `address` is only a hint, which the function ignores. */
WEAK void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset) {
    (void)address;
    return map(bytes, protection, flags, file, offset);
}

WEAK void *mmap64(void *address, size_t bytes, int protection, int flags, int file,
                  int64_t offset) {
    (void)address;
    if (offset != (off_t)offset)
        return failed(EOVERFLOW);
    return map(bytes, protection, flags, file, (off_t)offset);
}

WEAK int msync(void *address, size_t bytes, int flags) {
    size_t page = hal_page_bytes();
    if ((uintptr_t)address % page || flags & ~(MS_ASYNC | MS_INVALIDATE | MS_SYNC)) {
        errno = EINVAL;
        return -1;
    }
    int result = -1;
    __oc_lock_acquire(&lock);
    for (struct mapping *mapping = mappings; mapping; mapping = mapping->next) {
        size_t from = (size_t)((char *)address - mapping->start);
        if (from < mapping->bytes && bytes <= mapping->bytes - from) {
            write_back(mapping);
            result = 0;
        }
    }
    __oc_lock_release(&lock);
    if (result)
        errno = ENOMEM;
    return result;
}

/* Frees a block when all of it has been unmapped. */
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
        write_back(mapping);
        if (!mapping->left) {
            if (mapping->file >= 0)
                hal_close(mapping->file);
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
