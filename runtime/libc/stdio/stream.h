/* Streams: the FILEs behind stdin, stdout, stderr and fopen.
 *
 * picolibc's neither flush at exit nor keep what several harts print apart. A FILE that is not a
 * stream (of fmemopen) is known by its flags and served a byte at a time through its own functions:
 * it is called foreign.
 */
#ifndef LIBC_STDIO_STREAM_H
#define LIBC_STDIO_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "libc/lock/lock.h"

/* Flags of a FILE. */
#define STREAM_READABLE 1
#define STREAM_WRITABLE 2
#define STREAM_ERROR 4 /* <stdio.h> tests this one and the next */
#define STREAM_EOF 8
#define STREAM_OURS 0x80

#define STREAM_PUSHBACK 8 /* bytes that ungetc may always push back */

struct stream {
    struct __file file; /* first: a FILE * points to it. Only its flags are used */
    int descriptor;
    int mode; /* _IOFBF, _IOLBF; _IONBF: written out at the end of each call */
    enum { STREAM_IDLE, STREAM_READING, STREAM_WRITING } state;
    bool append;    /* every write goes to the end of the file */
    bool newline;   /* one was written since the last flush (only noted for _IOLBF) */
    bool listed;    /* in the list of streams that are flushed at exit */
    bool allocated; /* by fopen, with its buffer behind it */
    char *buffer;   /* its first STREAM_PUSHBACK bytes are kept for ungetc */
    size_t size;
    /* Reading: what has been read and not yet taken is at … end. Writing: what has not yet been
     * written is buffer … at. */
    char *at, *end;
    struct __lock lock;
    struct stream *next;
};

/* Locks a FILE if it is ours; gives null if it is foreign. */
struct stream *__oc_stream_lock(FILE *file);
void __oc_stream_unlock(struct stream *stream);

/* The rest of this header is called with the stream locked. False, or less than asked for, means
 * that the stream's error flag is set and errno says why. */

/* Prepares for reading or writing: writes out, or gives back what was read ahead. */
bool __oc_stream_start_reading(struct stream *stream);
bool __oc_stream_start_writing(struct stream *stream);

/* Writes out, or gives back what was read ahead; nothing is buffered after it. */
bool __oc_stream_flush(struct stream *stream);

/* Reads ahead into the empty buffer; false also at the end of the file, with its flag set. */
bool __oc_stream_fill(struct stream *stream);

/* The next byte, or EOF. */
int __oc_stream_get(struct stream *stream);

/* Buffers or writes; gives how many bytes of `bytes` were taken. */
size_t __oc_stream_write(struct stream *stream, const char *text, size_t bytes);

/* At the end of a call that wrote: flushes if the stream's mode asks for it now. */
bool __oc_stream_end_write(struct stream *stream);

/* Puts a stream on the list of those that exit() flushes, and takes it off. */
void __oc_stream_list(struct stream *stream);
void __oc_stream_unlist(struct stream *stream);

/* Flushes every stream on the list; takes the locks itself. */
int __oc_stream_flush_all(void);

#endif
