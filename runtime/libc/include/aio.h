/* Asynchronous input and output. Each operation has ended when the call that starts it returns
 * (libc/posix/asynchronous.c). */
#ifndef _AIO_H
#define _AIO_H

#include <fcntl.h>
#include <oc/event.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct aiocb {
    int aio_fildes;
    int aio_lio_opcode;
    int aio_reqprio;
    volatile void *aio_buf;
    size_t aio_nbytes;
    struct sigevent aio_sigevent;
    off_t aio_offset;
    ssize_t __result;
    int __error;
};

enum { AIO_CANCELED, AIO_NOTCANCELED, AIO_ALLDONE };
enum { LIO_READ, LIO_WRITE, LIO_NOP };
enum { LIO_WAIT, LIO_NOWAIT };

int aio_read(struct aiocb *block);
int aio_write(struct aiocb *block);
int aio_fsync(int how, struct aiocb *block);
int aio_error(const struct aiocb *block);
ssize_t aio_return(struct aiocb *block);
int aio_cancel(int file, struct aiocb *block);
int aio_suspend(const struct aiocb *const blocks[], int count, const struct timespec *timeout);
int lio_listio(int mode, struct aiocb *__restrict const blocks[__restrict], int count,
               struct sigevent *__restrict event);

#ifdef __cplusplus
}
#endif

#endif
