#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/uio.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

/* Whether the sum of the lengths fits into the result of the call. */
static bool is_valid(const struct iovec *pieces, int count) {
    size_t rest = SSIZE_MAX;
    for (int i = 0; i < count; i++) {
        if (pieces[i].iov_len > rest)
            return false;
        rest -= pieces[i].iov_len;
    }
    return count >= 0;
}

/* Transfers piece by piece, up to the first piece that is incomplete. An error counts only if
 * nothing has been transferred before it. */
static ssize_t transfer(int file, const struct iovec *pieces, int count, bool reads) {
    ssize_t sum = 0;
    if (!is_valid(pieces, count)) {
        errno = EINVAL;
        return -1;
    }
    for (const struct iovec *piece = pieces; piece < pieces + count; piece++) {
        ssize_t done = reads ? __oc_read(file, piece->iov_base, piece->iov_len)
                             : __oc_write(file, piece->iov_base, piece->iov_len);
        if (done < 0)
            return sum ? sum : done;
        sum += done;
        if ((size_t)done < piece->iov_len)
            break;
    }
    return sum;
}

WEAK ssize_t readv(int file, const struct iovec *pieces, int count) {
    return transfer(file, pieces, count, true);
}

WEAK ssize_t writev(int file, const struct iovec *pieces, int count) {
    return transfer(file, pieces, count, false);
}

/* Reads or writes at an offset, as pread() and pwrite() do (position.c). */
static ssize_t transfer_at(int file, const struct iovec *pieces, int count, off_t offset,
                           bool reads) {
    off_t here = __oc_move(file, offset);
    if (here < 0)
        return -1;
    ssize_t result = transfer(file, pieces, count, reads);
    __oc_lseek(file, here, SEEK_SET);
    return result;
}

WEAK ssize_t preadv(int file, const struct iovec *pieces, int count, off_t offset) {
    return transfer_at(file, pieces, count, offset, true);
}

WEAK ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t offset) {
    return transfer_at(file, pieces, count, offset, false);
}
