/* Transfers of any length. hal_put() and hal_get() return when the transfer is complete, so all
 * transfers share one handle. Every process has mapped the shared blocks. To other memory of
 * another process, bytes go by process_vm_writev() and process_vm_readv() or, where the system does
 * not permit these calls, through /proc. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "hal/linux/copy.h"
#include "hal/linux/far.h"
#include "hal/linux/shared.h"
#include "hal/linux/sleep.h"
#include "hal/store.h"

static const hal_transfer complete = 0;

/* Copies in ascending order of address, as hal.h promises; memcpy() guarantees no order. */
static void copy_ascending(char *to, const char *from, size_t bytes) {
    for (; bytes && (uintptr_t)to % sizeof(uint32_t); bytes--)
        atomic_store_explicit((_Atomic char *)to++, *from++, memory_order_release);
    for (; bytes >= sizeof(uint32_t); bytes -= sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, from, sizeof word);
        atomic_store_explicit((_Atomic uint32_t *)to, word, memory_order_release);
        to += sizeof word;
        from += sizeof word;
    }
    for (; bytes; bytes--)
        atomic_store_explicit((_Atomic char *)to++, *from++, memory_order_release);
}

/* Whether a process has ended, or is ending. */
static bool is_gone(pid_t process) {
    char path[64], state = 'X';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "re");
    if (file) {
        if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
            state = 'X';
        fclose(file);
    }
    return state == 'Z' || state == 'X';
}

enum { LOOKS = 50, LOOK_MICROSECONDS = 10000, LAUNCHER_SECONDS = 10 };

/* Ends the job after a failed transfer to or from the memory of the process at `place`. If a signal
 * has killed that process, the launcher reports this and ends the calling process, so this function
 * waits. A process that ends loses its memory some time before its state shows the end; on a busy
 * machine both may take long. */
static _Noreturn void fail(int place) {
    int error = errno;
    pid_t process = hal_self.shared->seats[place].process;
    for (int look = 0; look < LOOKS && !hal_has_ended(place); look++) {
        if (is_gone(process))
            sleep(LAUNCHER_SECONDS);
        usleep(LOOK_MICROSECONDS);
    }
    errno = error;
    hal_fail("cannot access memory of another process at the buffer of a send or a receive");
}

/* Moves the bytes through a file that shows the other process' memory. This is slower, and used
 * only if the system does not permit process_vm_readv() and process_vm_writev(). */
static void through_proc(int place, uintptr_t there, char *here, size_t bytes, bool put) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)hal_self.shared->seats[place].process);
    int file = open(path, (put ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
    if (file < 0 && (errno == ENOENT || errno == ESRCH))
        fail(place);
    if (file < 0)
        hal_fail("the system permits neither process_vm_readv nor /proc/PID/mem");
    while (bytes) {
        ssize_t moved =
            put ? pwrite(file, here, bytes, (off_t)there) : pread(file, here, bytes, (off_t)there);
        if (moved <= 0)
            fail(place);
        here += moved;
        there += (uintptr_t)moved;
        bytes -= (size_t)moved;
    }
    close(file);
}

/* Moves bytes between `here` and another process' memory outside the shared block of that
 * process. */
static void move(hal_address address, char *here, size_t bytes, bool put) {
    int place = place_of(address);
    pid_t process = hal_self.shared->seats[place].process;
    uintptr_t there = address & POINTER_MASK;
    while (bytes) {
        struct iovec local = {here, bytes}, remote = {(void *)there, bytes};
        ssize_t moved = put ? process_vm_writev(process, &local, 1, &remote, 1, 0)
                            : process_vm_readv(process, &local, 1, &remote, 1, 0);
        if (moved < 0 && (errno == EPERM || errno == ENOSYS)) {
            through_proc(place, there, here, bytes, put);
            return;
        }
        if (moved <= 0)
            fail(place);
        here += moved;
        there += (uintptr_t)moved;
        bytes -= (size_t)moved;
    }
}

/* ---- Copies in which both processes take part (copy.h) ---- */

/* In a piece of this size, copying takes much longer than entering the kernel. */
#define PIECE_BYTES ((size_t)128 << 10)
/* Shorter copies are not worth a request for help. */
#define TOGETHER_BYTES (4 * PIECE_BYTES)

/* Copies pieces until all are taken. Memory order: `next` only hands out pieces. `asked_by` makes
 * the other fields of the copy visible before the help begins, and `helped` makes the data visible
 * before the copy ends. */
static void copy_pieces(struct copy *copy, hal_address there, char *here, bool put) {
    uint64_t at;
    while ((at = atomic_fetch_add_explicit(&copy->next, PIECE_BYTES, memory_order_relaxed)) <
           copy->bytes) {
        size_t left = copy->bytes - at;
        move(there + at, here + at, left < PIECE_BYTES ? left : PIECE_BYTES, put);
    }
}

static void get_together(hal_address from, char *to, size_t bytes) {
    struct copy *copy = &hal_self.devices[own_seat()].copy;
    _Atomic uint32_t *asked_by = &hal_self.devices[place_of(from)].copy.asked_by;
    uint32_t own = (uint32_t)own_seat() + 1, nobody = 0;
    atomic_store_explicit(&copy->next, 0, memory_order_relaxed);
    atomic_store_explicit(&copy->helped, 0, memory_order_relaxed);
    copy->from = from & POINTER_MASK;
    copy->to = (uintptr_t)to;
    copy->bytes = bytes;
    copy->place = hal_self.place;
    bool asks = atomic_compare_exchange_strong(asked_by, &nobody, own);
    copy_pieces(copy, from, to, false);
    if (asks && !atomic_compare_exchange_strong(asked_by, &own, 0))
        hal_sleep_until_set(&copy->helped);
}

void hal_help_to_copy(void) {
    _Atomic uint32_t *asked_by = &hal_self.devices[own_seat()].copy.asked_by;
    uint32_t seat = 0;
    if (!atomic_load_explicit(asked_by, memory_order_relaxed) ||
        !(seat = atomic_exchange(asked_by, 0)))
        return;
    struct copy *copy = &hal_self.devices[--seat].copy;
    hal_address there = (hal_address)copy->place << PLACE_SHIFT | copy->to;
    copy_pieces(copy, there, (char *)(uintptr_t)copy->from, true);
    atomic_store(&copy->helped, 1);
    hal_notify((int)seat);
}

hal_transfer hal_put(hal_address to, const void *from, size_t bytes) {
    if (is_far(to)) {
        hal_far_put(to, from, bytes);
    } else if (to & IN_SHARED) {
        copy_ascending(shared_pointer(to), from, bytes);
        hal_notify(place_of(to));
    } else if (place_of(to) == hal_self.place) {
        memmove((void *)(uintptr_t)(to & POINTER_MASK), from, bytes);
    } else {
        move(to, (char *)(uintptr_t)from, bytes, true);
    }
    return complete;
}

hal_transfer hal_get(void *to, hal_address from, size_t bytes) {
    if (is_far(from))
        hal_far_get(to, from, bytes);
    else if (from & IN_SHARED)
        memmove(to, shared_pointer(from), bytes);
    else if (place_of(from) == hal_self.place)
        memmove(to, (void *)(uintptr_t)(from & POINTER_MASK), bytes);
    else if (bytes < TOGETHER_BYTES)
        move(from, to, bytes, false);
    else
        get_together(from, to, bytes);
    return complete;
}

hal_transfer hal_put_at(int priority, hal_address to, const void *from, size_t bytes) {
    (void)priority;
    return hal_put(to, from, bytes);
}

hal_transfer hal_get_at(int priority, void *to, hal_address from, size_t bytes) {
    (void)priority;
    return hal_get(to, from, bytes);
}

static void count(hal_address word) {
    if (word)
        hal_fetch_add(word, 1);
}

void hal_put_counted(int lane, hal_address to, const void *from, size_t bytes, hal_address word) {
    (void)lane;
    hal_put(to, from, bytes);
    count(word);
}

void hal_get_counted(int lane, void *to, hal_address from, size_t bytes, hal_address word) {
    (void)lane;
    hal_get(to, from, bytes);
    count(word);
}

bool hal_lane_is_free(int lane) {
    (void)lane;
    return true;
}

void hal_count_no_more(void) {}

void hal_store_anywhere(hal_address to, uint32_t value) {
    hal_finish(hal_put(to, &value, sizeof value));
}

int hal_transfers(void) {
    return INT_MAX;
}

bool hal_is_direct(void) {
    return true;
}

bool hal_done(hal_transfer transfer) {
    (void)transfer;
    return true;
}

void hal_finish(hal_transfer transfer) {
    (void)transfer;
}
