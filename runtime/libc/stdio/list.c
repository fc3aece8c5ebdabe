/* The streams that have been written to: exit() and fflush(NULL) write out what they hold. */
#include "libc/start/at_exit.h"
#include "libc/stdio/stream.h"

static struct stream *first;
static struct __lock list_lock;

static void flush_at_exit(void) {
    stream_flush_all();
}

void stream_list(struct stream *stream) {
    if (stream->listed)
        return;
    lock_acquire(&list_lock);
    stream->listed = true;
    stream->next = first;
    first = stream;
    flush_streams_at_exit = flush_at_exit;
    lock_release(&list_lock);
}

void stream_unlist(struct stream *stream) {
    if (!stream->listed)
        return;
    lock_acquire(&list_lock);
    struct stream **link = &first;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    stream->listed = false;
    lock_release(&list_lock);
}

/* The list may be held while a stream's lock is taken: stream_list() takes them the other way
 * round, but only for a stream that is not yet in the list. */
int stream_flush_all(void) {
    int result = 0;
    lock_acquire(&list_lock);
    for (struct stream *stream = first; stream; stream = stream->next) {
        lock_acquire(&stream->lock);
        if (stream->state == STREAM_WRITING && !stream_flush(stream))
            result = EOF;
        lock_release(&stream->lock);
    }
    lock_release(&list_lock);
    return result;
}
