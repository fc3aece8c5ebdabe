/* Chunks take the sets of buffers in turn; one comes in to a set when what was in it has gone out.
 */
#include <stdint.h>

#include "omp/copy/copy.h"

/* The copy of a set from which nothing has gone out: waiting for it is over at once. */
enum { NOTHING = ONCHIP_COPY_BAD_STREAM };

static char *part(const struct onchip_stream *stream, int set, size_t array) {
    return (char *)stream->space + (size_t)set * stream->oc_set_bytes + array * stream->oc_stride;
}

static int next_set(const struct onchip_stream *stream, int set) {
    return set + 1 < stream->buffers ? set + 1 : 0;
}

static size_t chunk_bytes(const struct onchip_stream *stream, size_t at) {
    size_t left = stream->bytes - at;
    return left < stream->chunk ? left : stream->chunk;
}

/* Lets the next chunk come in, if there is one. */
static void fetch(struct onchip_stream *stream) {
    int set = stream->oc_coming_set;
    size_t at = stream->oc_coming;
    if (at == stream->bytes)
        return;
    size_t bytes = chunk_bytes(stream, at);
    onchip_copy_wait(stream->oc_out[set]);
    for (size_t i = 0; i < ONCHIP_STREAM_INPUTS && stream->inputs[i]; i++)
        stream->oc_in[set][i] =
            onchip_copy_in(part(stream, set, i), (const char *)stream->inputs[i] + at, bytes);
    stream->oc_coming = at + bytes;
    stream->oc_coming_set = next_set(stream, set);
}

/* Waits for the chunk of the set whose turn it is, and shows it. */
static void show(struct onchip_stream *stream) {
    int set = stream->oc_set;
    size_t i = 0;
    for (; i < ONCHIP_STREAM_INPUTS && stream->inputs[i]; i++) {
        onchip_copy_wait(stream->oc_in[set][i]);
        stream->near_inputs[i] = part(stream, set, i);
    }
    stream->near_output = stream->output ? part(stream, set, stream->in_place ? 0 : i) : NULL;
    stream->near_bytes = chunk_bytes(stream, stream->near_at);
}

static int wrong_with(struct onchip_stream *stream) {
    size_t arrays = 0;
    for (; arrays < ONCHIP_STREAM_INPUTS && stream->inputs[arrays]; arrays++)
        if (!hal_global(stream->inputs[arrays]))
            return ONCHIP_COPY_NO_MEMORY;
    if (!stream->chunk || stream->buffers < 1 || stream->buffers > ONCHIP_STREAM_BUFFERS ||
        (stream->in_place && (!arrays || !stream->output)) || (!arrays && !stream->output))
        return ONCHIP_COPY_BAD_STREAM;
    if (stream->output && !hal_global(stream->output))
        return ONCHIP_COPY_NO_MEMORY;
    arrays += stream->output && !stream->in_place;
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
    int wrong = wrong_with(stream);
    if (wrong)
        return wrong;
    stream->oc_coming = stream->near_at = 0;
    stream->oc_set = stream->oc_coming_set = 0;
    for (int set = 0; set < stream->buffers; set++)
        stream->oc_out[set] = NOTHING;
    if (!stream->bytes)
        return 0;
    fetch(stream);
    show(stream);
    /* All sets but two come in meanwhile: one is worked on, one goes out. Of two, the other one. */
    for (int ahead = stream->buffers == 2 ? 1 : stream->buffers - 2; ahead > 0; ahead--)
        fetch(stream);
    return 1;
}

int onchip_stream_next(struct onchip_stream *stream) {
    int set = stream->oc_set;
    if (stream->output)
        stream->oc_out[set] = onchip_copy_out((char *)stream->output + stream->near_at,
                                              stream->near_output, stream->near_bytes);
    stream->near_at += stream->near_bytes;
    if (stream->near_at == stream->bytes) {
        for (set = 0; set < stream->buffers; set++)
            onchip_copy_wait(stream->oc_out[set]);
        return 0;
    }
    stream->oc_set = next_set(stream, set);
    fetch(stream);
    show(stream);
    return 1;
}
