/* The streams that have been written to. exit() and fflush(NULL) write out their buffers. */
#include "libc/start/at_exit.h"
#include "libc/stdio/stream.h"

static struct stream *first;
static struct __lock list_lock;

void __oc_flush_streams(void) {
    __oc_stream_flush_all();
}

void __oc_stream_list(struct stream *stream) {
    if (stream->listed)
        return;
    __oc_lock_acquire(&list_lock);
    stream->listed = true;
    stream->next = first;
    first = stream;
    __oc_lock_release(&list_lock);
}

void __oc_stream_unlist(struct stream *stream) {
    if (!stream->listed)
        return;
    __oc_lock_acquire(&list_lock);
    struct stream **link = &first;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    stream->listed = false;
    __oc_lock_release(&list_lock);
}

/* This function holds the lock of the list while it takes the lock of a stream. __oc_stream_list()
 * takes the two locks in the opposite order, but only for a stream that is not in the list yet. */
int __oc_stream_flush_all(void) {
    int result = 0;
    __oc_lock_acquire(&list_lock);
    for (struct stream *stream = first; stream; stream = stream->next) {
        __oc_lock_acquire(&stream->lock);
        if (stream->state == STREAM_WRITING && !__oc_stream_flush(stream))
            result = EOF;
        __oc_lock_release(&stream->lock);
    }
    __oc_lock_release(&list_lock);
    return result;
}
