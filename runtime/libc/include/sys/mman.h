/* The chip has no virtual memory: mmap() gives blocks of the heap (libc/posix/memory_maps.c).
 * mprotect(), shm_open() and shm_unlink() always fail (libc/posix/absent.h). */
#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON MAP_ANONYMOUS
/* Hints, which mmap() ignores, and names of Linux. */
#define MAP_FILE 0
#define MAP_GROWSDOWN 0x100
#define MAP_DENYWRITE 0x800
#define MAP_EXECUTABLE 0x1000
#define MAP_LOCKED 0x2000
#define MAP_NORESERVE 0x4000
#define MAP_POPULATE 0x8000
#define MAP_NONBLOCK 0x10000
#define MAP_STACK 0x20000
#define MAP_HUGETLB 0x40000
#define MAP_FAILED ((void *)-1)
#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4
#define MADV_FREE 8
#define MADV_REMOVE 9
#define MADV_DONTFORK 10
#define MADV_DOFORK 11
#define MADV_MERGEABLE 12
#define MADV_UNMERGEABLE 13
#define MADV_HUGEPAGE 14
#define MADV_NOHUGEPAGE 15
#define MADV_DONTDUMP 16
#define MADV_DODUMP 17
#define POSIX_MADV_NORMAL 0
#define POSIX_MADV_RANDOM 1
#define POSIX_MADV_SEQUENTIAL 2
#define POSIX_MADV_WILLNEED 3
#define POSIX_MADV_DONTNEED 4
#define MCL_CURRENT 1
#define MCL_FUTURE 2
#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4

void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset);
#if defined _LARGEFILE64_SOURCE || __GNU_VISIBLE
void *mmap64(void *address, size_t bytes, int protection, int flags, int file,
             __INT64_TYPE__ offset);
#endif
int munmap(void *address, size_t bytes);
int mprotect(void *address, size_t bytes, int protection);
int madvise(void *address, size_t bytes, int advice);
int posix_madvise(void *address, size_t bytes, int advice);
int mlock(const void *address, size_t bytes);
int munlock(const void *address, size_t bytes);
int mlockall(int flags);
int munlockall(void);
int msync(void *address, size_t bytes, int flags);
int shm_open(const char *name, int flags, mode_t mode);
int shm_unlink(const char *name);

#ifdef __cplusplus
}
#endif

#endif
