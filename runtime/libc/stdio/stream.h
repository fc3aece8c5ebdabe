/* Streams: the FILEs of stdin, stdout, stderr and fopen().
 *
 * picolibc's own streams do not flush at exit and mix up what several harts print. A FILE that is
 * not a stream, such as that of fmemopen(), is called foreign. The flags of a FILE tell whether it
 * is foreign. A foreign FILE is accessed a byte at a time, through its own functions. */
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
#define STREAM_ERROR 4 /* <stdio.h> tests this flag and the next */
#define STREAM_EOF 8
#define STREAM_OURS 0x80

#define STREAM_PUSHBACK 8 /* bytes that ungetc() can always push back */

struct stream {
    struct __file file; /* must be first, as a FILE * points to it; only its flags are used */
    int descriptor;
    /* One of _IOFBF, _IOLBF and _IONBF. With _IONBF, text is written to the file at the end of each
     * call. */
    int mode;
    enum { STREAM_IDLE, STREAM_READING, STREAM_WRITING } state;
    bool append;    /* every write goes to the end of the file */
    bool newline;   /* a newline was written since the last flush (set only for _IOLBF) */
    bool listed;    /* is in the list of streams that are flushed at exit */
    bool allocated; /* fopen() has allocated the stream together with its buffer */
    char *buffer;   /* the first STREAM_PUSHBACK bytes are reserved for ungetc() */
    size_t size;
    /* While a stream is read, the bytes from `at` to `end` have been read ahead. While a stream is
     * written, the bytes from `buffer` to `at` have not been written to the file yet. */
    char *at, *end;
    struct __lock lock;
    struct stream *next;
};

/* Locks a FILE if it is a stream; returns null if it is foreign. */
struct stream *__oc_stream_lock(FILE *file);
void __oc_stream_unlock(struct stream *stream);

/* The caller of each following function has locked the stream. If a function fails, it returns
 * false, or a smaller number than requested, after it has set the stream's error flag and errno.
 * (At the end of the file, __oc_stream_fill() returns false without an error.) */

/* Prepare a stream for reading or for writing. They first write the buffer out, or give back the
 * bytes that were read ahead. */
bool __oc_stream_start_reading(struct stream *stream);
bool __oc_stream_start_writing(struct stream *stream);

/* Writes the buffer out, or gives back the bytes that were read ahead. Afterwards the buffer is
 * empty. */
bool __oc_stream_flush(struct stream *stream);

/* Reads ahead into the buffer, which must be empty. Returns false on an error and at the end of the
 * file. At the end of the file, it also sets the end-of-file flag. */
bool __oc_stream_fill(struct stream *stream);

/* Returns the next byte, or EOF. */
int __oc_stream_get(struct stream *stream);

/* Writes to the buffer or the file; returns how many of the `bytes` bytes were taken. */
size_t __oc_stream_write(struct stream *stream, const char *text, size_t bytes);

/* Called at the end of each call that writes; flushes if the stream's mode requires it now. */
bool __oc_stream_end_write(struct stream *stream);

/* Puts a stream into the list that exit() flushes, or removes it from the list. */
void __oc_stream_list(struct stream *stream);
void __oc_stream_unlist(struct stream *stream);

/* Flushes every stream in the list. The function takes the locks of the list and of the streams
 * itself. */
int __oc_stream_flush_all(void);

#endif
