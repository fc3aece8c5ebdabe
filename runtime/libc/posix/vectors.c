#include <sys/uio.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

WEAK ssize_t readv(int file, const struct iovec *pieces, int count) {
    ssize_t sum = 0;
    for (int i = 0; i < count; i++) {
        ssize_t done = __oc_read(file, pieces[i].iov_base, pieces[i].iov_len);
        if (done < 0)
            return sum ? sum : done;
        sum += done;
        if ((size_t)done < pieces[i].iov_len)
            break;
    }
    return sum;
}

WEAK ssize_t writev(int file, const struct iovec *pieces, int count) {
    ssize_t sum = 0;
    for (int i = 0; i < count; i++) {
        ssize_t done = __oc_write(file, pieces[i].iov_base, pieces[i].iov_len);
        if (done < 0)
            return sum ? sum : done;
        sum += done;
    }
    return sum;
}
