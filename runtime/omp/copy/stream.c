/* A set of buffers holds one chunk of each array. Chunks use the sets in turn. With three sets, the
 * next chunk comes in and the previous one goes out while the program works on the current one. A
 * transfer may need the command buffer of an earlier transfer; the code waits for the earlier one
 * first. */
#include "omp/copy/copy.h"

/* The handle that stands for no copy. */
enum { NOTHING = -1 };

static inline void finish(int copy) {
    if (copy != NOTHING && !hal_done(copy))
        hal_finish(copy);
}

/* The set of buffers that is used after `set`. */
static inline char *next_set(const struct onchip_stream *stream, char *set) {
    set += stream->oc_set_bytes;
    return set == stream->oc_end ? stream->space : set;
}

static inline size_t chunk_bytes(const struct onchip_stream *stream, size_t at) {
    size_t left = stream->bytes - at;
    return left < stream->chunk ? left : stream->chunk;
}

/* Starts to copy the next chunk of the inputs into a set of buffers, if a chunk is left. */
static inline void fetch(struct onchip_stream *stream) {
    size_t at = stream->oc_coming;
    if (at == stream->bytes)
        return;
    size_t bytes = chunk_bytes(stream, at);
    char *to = stream->oc_coming_set;
    stream->oc_coming = at + bytes;
    stream->oc_coming_set = next_set(stream, to);
    for (int i = 0; i < stream->oc_count; i++, to += stream->oc_stride)
        stream->oc_in[i] = hal_thread_get(to, stream->oc_inputs[i] + at, bytes);
}

/* Waits for the chunk that begins at byte `at` and lets the program use it. */
static inline void show(struct onchip_stream *stream, size_t at) {
    char *part = stream->oc_set, *output = part;
    stream->oc_set = next_set(stream, part);
    stream->near_bytes = chunk_bytes(stream, at);
    stream->near_at = at;
    for (int i = 0; i < stream->oc_count; i++, part += stream->oc_stride) {
        finish(stream->oc_in[i]);
        stream->near_inputs[i] = part;
    }
    stream->near_output = !stream->output ? NULL : stream->in_place ? output : part;
}

/* Prepares the arrays for DMA and divides the space into buffers; returns 0 or an error. */
static int prepare(struct onchip_stream *stream) {
    int count = 0;
    for (; count < ONCHIP_STREAM_INPUTS && stream->inputs[count]; count++)
        if (!(stream->oc_inputs[count] = oc_copy_far(stream->inputs[count])))
            return ONCHIP_COPY_NO_MEMORY;
    stream->oc_count = count;
    if (!stream->chunk || stream->buffers < 1 || stream->buffers > ONCHIP_STREAM_BUFFERS ||
        (stream->in_place && (!count || !stream->output)) || (!count && !stream->output))
        return ONCHIP_COPY_BAD_STREAM;
    stream->oc_output = oc_copy_far(stream->output);
    if (stream->output && !stream->oc_output)
        return ONCHIP_COPY_NO_MEMORY;
    size_t arrays = (size_t)count + (stream->output && !stream->in_place);
    stream->oc_stride = ONCHIP_STREAM_SPACE(1, stream->chunk, 1);
    stream->oc_set_bytes = arrays * stream->oc_stride;
    if ((uintptr_t)stream->space % 8)
        return ONCHIP_COPY_MISALIGNED;
    if (stream->oc_stride < stream->chunk ||
        stream->space_bytes / arrays / (size_t)stream->buffers < stream->oc_stride)
        return ONCHIP_COPY_NO_SPACE;
    return hal_is_near(stream->space) ? 0 : ONCHIP_COPY_NOT_NEAR;
}

int onchip_stream_begin(struct onchip_stream *stream) {
    int wrong = prepare(stream);
    if (wrong)
        return wrong;
    stream->oc_coming = 0;
    stream->oc_set = stream->oc_coming_set = stream->space;
    stream->oc_end = stream->oc_set + (size_t)stream->buffers * stream->oc_set_bytes;
    stream->oc_out = NOTHING;
    if (!stream->bytes)
        return 0;
    fetch(stream);
    show(stream, 0);
    if (stream->buffers > 1)
        fetch(stream);
    return 1;
}

int onchip_stream_next(struct onchip_stream *stream) {
    size_t at = stream->near_at, bytes = stream->near_bytes, next = at + bytes;
    const void *from = stream->near_output;
    int sets = stream->buffers;
    bool is_more = next < stream->bytes;
    if (is_more && sets > 1)
        show(stream, next);
    if (stream->output) {
        /* fetch() overwrites the buffers of the previous chunk or, with fewer than three sets,
         * those of this chunk. The output in them must have been copied out before that. */
        finish(stream->oc_out);
        stream->oc_out = hal_thread_put(stream->oc_output + at, from, bytes);
        if (sets < ONCHIP_STREAM_BUFFERS || !is_more)
            finish(stream->oc_out);
        if (!is_more)
            hal_acquire(); /* a data cache may still have old bytes of the output */
    }
    fetch(stream);
    if (is_more && sets == 1)
        show(stream, next);
    return is_more;
}
