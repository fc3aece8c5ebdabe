/* The host's calls about folders, links, pipes, locks, lengths, times and permissions
 * (docs/register-map.md, section Host). A negative result is minus an errno. Blocks that the host
 * reads or writes must be on the stack of the calling thread. */
#ifndef HAL_CHIP_FOLDERS_H
#define HAL_CHIP_FOLDERS_H

#include "hal/chip/host.h"
#include "hal/hal.h"

#define HAL_PATH_BYTES 1024 /* the longest path that the host takes, with its null byte */

struct hal_entry {
    uint32_t number; /* struct hal_status */
    uint32_t kind;   /* enum hal_file_kind */
    char name[256];
};

struct hal_times {
    int64_t seconds[2]; /* seconds since 1970 of the last access and the last change */
    int32_t nanoseconds[2];
};

static inline int hal_status_of_link(const char *path, struct hal_status *status) {
    return host_call2(HOST_STATUS_OF_LINK, (uint32_t)path, (uint32_t)status);
}

/* Reads the next entry of an open folder, in the order of names. hal_seek() chooses an entry by its
 * index. Returns 0 after the last one. */
static inline int hal_entry(int folder, struct hal_entry *entry) {
    return host_call2(HOST_ENTRY, (uint32_t)folder, (uint32_t)entry);
}

/* hal_read_link() and hal_real_path() store a text without a null byte, and return its length. */
static inline int hal_read_link(const char *path, char *text, size_t bytes) {
    return hal_host_call((uint32_t)path, (uint32_t)text, bytes, HOST_READ_LINK);
}
static inline int hal_real_path(const char *path, char *text, size_t bytes) {
    return hal_host_call((uint32_t)path, (uint32_t)text, bytes, HOST_REAL_PATH);
}

static inline int hal_change_folder(const char *path) {
    return host_call1(HOST_CHANGE_FOLDER, (uint32_t)path);
}

static inline int hal_make_folder(const char *path, uint32_t mode) {
    return host_call2(HOST_MAKE_FOLDER, (uint32_t)path, mode);
}

static inline int hal_remove_folder(const char *path) {
    return host_call1(HOST_REMOVE_FOLDER, (uint32_t)path);
}

static inline int hal_truncate(int file, uint32_t bytes) {
    return host_call2(HOST_TRUNCATE, (uint32_t)file, bytes);
}

static inline int hal_set_times(int file, const struct hal_times *times) {
    return host_call2(HOST_SET_TIMES, (uint32_t)file, (uint32_t)times);
}

static inline int hal_set_times_at(const char *path, const struct hal_times *times, bool of_link) {
    return hal_host_call((uint32_t)path, (uint32_t)times, of_link, HOST_SET_TIMES_AT);
}

static inline int hal_set_mode(int file, uint32_t mode) {
    return host_call2(HOST_SET_MODE, (uint32_t)file, mode);
}

static inline int hal_set_mode_at(const char *path, uint32_t mode) {
    return host_call2(HOST_SET_MODE_AT, (uint32_t)path, mode);
}

/* The flags of <fcntl.h> with which a file is open. */
static inline int hal_flags(int file) {
    return host_call1(HOST_FLAGS, (uint32_t)file);
}

/* Makes a pipe. The lower half of the result is the number of the end for reading, the upper half
 * that of the end for writing. hal_read() and hal_write() do not wait at a pipe; they return
 * -EAGAIN instead. */
static inline int hal_pipe(int flags) {
    return host_call1(HOST_PIPE, (uint32_t)flags);
}

static inline int hal_set_flags(int file, int flags) {
    return host_call2(HOST_SET_FLAGS, (uint32_t)file, (uint32_t)flags);
}

/* HAL_READS and HAL_WRITES say that a read or a write would not wait. HAL_HUNG_UP says that the
 * other end of the pipe is closed. */
enum hal_ready { HAL_READS = 1, HAL_WRITES = 2, HAL_HUNG_UP = 4 };
static inline int hal_ready(int file) {
    return host_call1(HOST_READY, (uint32_t)file);
}

enum hal_lock_kind { HAL_UNLOCKED, HAL_SHARED, HAL_EXCLUSIVE };

struct hal_file_lock {
    uint32_t kind;         /* enum hal_lock_kind */
    uint32_t start, bytes; /* 0 bytes: to the end */
    uint32_t process;      /* the owner, by the number that getpid() returns */
};

enum hal_lock_wants {
    HAL_FIND_LOCK = 1,  /* only find a conflicting lock of another process */
    HAL_AWAIT_LOCK = 2, /* the caller repeats the call until the lock is free */
    HAL_ANY_ACCESS = 4, /* set a lock whatever access the file is open for */
};

/* Sets a lock for this process; `wants` is a value of enum hal_lock_wants. Returns -EDEADLK if the
 * caller would wait for ever, because the processes that hold the lock wait for locks of this
 * process. */
static inline int hal_lock_file(int file, struct hal_file_lock *lock, uint32_t wants) {
    return hal_host_call((uint32_t)file, (uint32_t)lock, wants, HOST_LOCK);
}

static inline int hal_link(const char *from, const char *to) {
    return host_call2(HOST_LINK, (uint32_t)from, (uint32_t)to);
}

static inline int hal_symbolic_link(const char *contents, const char *path) {
    return host_call2(HOST_SYMBOLIC_LINK, (uint32_t)contents, (uint32_t)path);
}

#endif
