/* Asynchronous input and output: each operation ends in the call that starts it, and its
 * notification comes before this call returns. */
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

/* Raises a signal that carries a value. If the signal is blocked, its handler runs later, without
 * the value. */
static void send(int number, union sigval value) {
    struct sigaction action;
    sigset_t mask;
    __oc_sigprocmask(SIG_BLOCK, NULL, &mask);
    if (sigaction(number, NULL, &action) || !(action.sa_flags & SA_SIGINFO) ||
        action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN ||
        sigismember(&mask, number)) {
        raise(number);
        return;
    }
    sigset_t set = action.sa_mask;
    if (!(action.sa_flags & SA_NODEFER))
        sigaddset(&set, number);
    siginfo_t information = {
        .si_signo = number, .si_code = SI_ASYNCIO, .si_pid = __oc_getpid(), .si_value = value};
    __oc_sigprocmask(SIG_BLOCK, &set, &mask);
    action.sa_sigaction(number, &information, NULL);
    __oc_sigprocmask(SIG_SETMASK, &mask, NULL);
}

static void notify(const struct sigevent *event) {
    int before = errno;
    if (event->sigev_notify == SIGEV_SIGNAL)
        send(event->sigev_signo, event->sigev_value);
    else if (event->sigev_notify == SIGEV_THREAD)
        event->sigev_notify_function(event->sigev_value);
    errno = before;
}

static int end(struct aiocb *block, ssize_t result) {
    block->__result = result;
    block->__error = result < 0 ? errno : 0;
    notify(&block->aio_sigevent);
    return 0;
}

/* Reads or writes at the operation's offset, as pread() and pwrite() do. If the file has no
 * position, as with a pipe, the transfer continues with the next bytes. */
static ssize_t transfer(struct aiocb *block, bool writes) {
    int before = errno;
    void *buffer = (void *)block->aio_buf;
    bool appends = writes && (fcntl(block->aio_fildes, F_GETFL) & O_APPEND);
    off_t here = appends ? -1 : __oc_lseek(block->aio_fildes, 0, SEEK_CUR);
    if (here >= 0 && __oc_lseek(block->aio_fildes, block->aio_offset, SEEK_SET) < 0)
        return -1;
    ssize_t result = writes ? __oc_write(block->aio_fildes, buffer, block->aio_nbytes)
                            : __oc_read(block->aio_fildes, buffer, block->aio_nbytes);
    int error = result < 0 ? errno : before;
    if (here >= 0)
        __oc_lseek(block->aio_fildes, here, SEEK_SET);
    errno = error;
    return result;
}

WEAK int aio_read(struct aiocb *block) {
    return end(block, transfer(block, false));
}

WEAK int aio_write(struct aiocb *block) {
    return end(block, transfer(block, true));
}

WEAK int aio_fsync(int how, struct aiocb *block) {
    if (how == O_SYNC || how == O_DSYNC)
        return end(block, fsync(block->aio_fildes));
    errno = EINVAL;
    return -1;
}

WEAK int aio_error(const struct aiocb *block) {
    return block->__error;
}

WEAK ssize_t aio_return(struct aiocb *block) {
    return block->__result;
}

WEAK int aio_cancel(int file, struct aiocb *block) {
    (void)block;
    return fcntl(file, F_GETFL) < 0 ? -1 : AIO_ALLDONE;
}

WEAK int aio_suspend(const struct aiocb *const blocks[], int count,
                     const struct timespec *timeout) {
    (void)blocks, (void)count, (void)timeout;
    return 0;
}

WEAK int lio_listio(int mode, struct aiocb *restrict const blocks[restrict], int count,
                    struct sigevent *restrict event) {
    bool failed = false;
    if (mode != LIO_WAIT && mode != LIO_NOWAIT) {
        errno = EINVAL;
        return -1;
    }
    for (int i = 0; i < count; i++) {
        if (!blocks[i] || blocks[i]->aio_lio_opcode == LIO_NOP)
            continue;
        end(blocks[i], transfer(blocks[i], blocks[i]->aio_lio_opcode == LIO_WRITE));
        failed |= blocks[i]->__error != 0;
    }
    if (mode == LIO_NOWAIT && event)
        notify(event);
    if (mode == LIO_NOWAIT || !failed)
        return 0;
    errno = EIO;
    return -1;
}
