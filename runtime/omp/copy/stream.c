/* Chunks take the sets of buffers in turn. While the program works on one, with three sets, the
 * next comes in and the last one goes out. Nothing is waited for after something else was started
 * that may have taken its command buffer. */
#include "omp/copy/copy.h"

/* In the place of a copy: there is none to wait for. */
enum { NOTHING = -1 };

static char *set_at(const struct onchip_stream *stream, int set) {
    return (char *)stream->space + (size_t)set * stream->oc_set_bytes;
}

static int next_set(const struct onchip_stream *stream, int set) {
    return set + 1 < stream->buffers ? set + 1 : 0;
}

static size_t chunk_bytes(const struct onchip_stream *stream, size_t at) {
    size_t left = stream->bytes - at;
    return left < stream->chunk ? left : stream->chunk;
}

/* Waits until a set is free for what comes in. */
static void clear(struct onchip_stream *stream, int set) {
    if (stream->oc_out[set] != NOTHING)
        hal_finish(stream->oc_out[set]);
    stream->oc_out[set] = NOTHING;
}

/* Lets the next chunk come in, if there is one. */
static void fetch(struct onchip_stream *stream) {
    int set = stream->oc_coming_set;
    size_t at = stream->oc_coming;
    if (at == stream->bytes)
        return;
    size_t bytes = chunk_bytes(stream, at);
    char *to = set_at(stream, set);
    clear(stream, set);
    for (int i = 0; i < stream->oc_count; i++, to += stream->oc_stride)
        stream->oc_in[i] = hal_thread_get(to, stream->oc_inputs[i] + at, bytes);
    stream->oc_coming = at + bytes;
    stream->oc_coming_set = next_set(stream, set);
}

/* Waits for the chunk that comes in, which begins at `at`, and shows it. */
static void show(struct onchip_stream *stream, size_t at) {
    int count = stream->oc_count;
    char *part = set_at(stream, stream->oc_set), *output = part;
    for (int i = 0; i < count; i++, part += stream->oc_stride) {
        hal_finish(stream->oc_in[i]);
        stream->near_inputs[i] = part;
    }
    stream->near_output = !stream->output ? NULL : stream->in_place ? output : part;
    stream->near_bytes = chunk_bytes(stream, at);
    stream->near_at = at;
}

/* Finds the arrays for DMA, and where their buffers are; or what is wrong. */
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
    stream->oc_set = stream->oc_coming_set = 0;
    for (int set = 0; set < stream->buffers; set++)
        stream->oc_out[set] = NOTHING;
    if (!stream->bytes)
        return 0;
    fetch(stream);
    show(stream, 0);
    if (stream->buffers > 1)
        fetch(stream);
    return 1;
}

int onchip_stream_next(struct onchip_stream *stream) {
    int set = stream->oc_set;
    size_t at = stream->near_at, bytes = stream->near_bytes, next = at + bytes;
    const void *from = stream->near_output;
    stream->oc_set = next_set(stream, set);
    bool is_ahead = stream->buffers > 1 && next < stream->bytes;
    if (is_ahead) {
        show(stream, next);
        if (stream->oc_coming_set != set)
            clear(stream, stream->oc_coming_set);
    }
    if (stream->output)
        stream->oc_out[set] = hal_thread_put(stream->oc_output + at, from, bytes);
    fetch(stream);
    if (next < stream->bytes && !is_ahead)
        show(stream, next);
    if (next < stream->bytes)
        return 1;
    for (set = 0; set < stream->buffers; set++)
        clear(stream, set);
    return 0;
}
