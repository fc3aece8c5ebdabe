/* Copies by DMA between the memory of the calling core's tile and any other memory. The core
 * continues to work while data are in flight. The copies are meant for OpenMP programs: their
 * shared data are next to thread 0, so every other core needs a remote access for each word. Any
 * other program can use them, too.
 *
 *     double near[256];                                   // on the stack: next to the core
 *     int copy = onchip_copy_in(near, far, sizeof near);
 *     ...                                                 // something else
 *     onchip_copy_wait(copy);
 *
 * The *near* side is in the calling core's tile: local variables, threadprivate variables and, for
 * threads in the tile of thread 0, also globals and the heap. The *far* side is any memory of the
 * process, in any tile or in DRAM. Length and alignment are arbitrary. On Linux, all memory is
 * near, there is no DRAM, and a copy is complete when the call that starts it returns. */
#ifndef ONCHIP_COPY_H
#define ONCHIP_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ONCHIP_COPY_DONE = 0,
    /* The near side, or the space for buffers, is not in the core's tile. */
    ONCHIP_COPY_NOT_NEAR = -1,
    ONCHIP_COPY_NO_MEMORY = -2,  /* the far side is a constant or null, which DMA cannot reach */
    ONCHIP_COPY_NO_SPACE = -3,   /* the space is too small for the stream's buffers */
    ONCHIP_COPY_MISALIGNED = -4, /* the space is not aligned to 8 bytes */
    ONCHIP_COPY_BAD_STREAM =
        -5, /* there is no chunk, or the number of arrays or buffers is invalid */
};

/* ---- A copy ---------------------------------------------------------------------------------- */

/* Start a copy and return its number for the functions below, or an error below 0. The number is
 * valid only in the calling thread. Until the copy is complete, the program must not use the target
 * or change the source. A core can have ni.command_buffers - 1 copies in flight (a key of the chip
 * file). If there are so many, it waits until one of them is complete. */
int onchip_copy_in(void *near, const void *far, size_t bytes);
int onchip_copy_out(void *far, const void *near, size_t bytes);

/* Sleeps until a copy is complete, so that the data are at the target. If `copy` is an error of
 * onchip_copy_in() or onchip_copy_out(), returns this error. The function may also wait for a copy
 * that was started later. Call it before a barrier, the end of a region, or any other signal to
 * threads that use the data. */
int onchip_copy_wait(int copy);

/* Whether onchip_copy_wait() would return at once: the copy is complete, or `copy` is an error. */
bool onchip_copy_is_complete(int copy);

/* Returns this process' share of the DRAM that is nearest to it, and stores the share's length in
 * *bytes. All processes of the job have equal shares. Returns NULL, with 0 bytes, if there is no
 * DRAM. Jobs that run at the same time have different parts of the DRAM. */
void *onchip_dram(size_t *bytes);

/* Sets the size of the second-level cache of the caller's tile. On some chips, the end of each
 * tile's memory can be such a cache, which the tile's cores share (docs/memory-map.md). `bytes` is
 * rounded up to whole ways. Returns the size of the cache in bytes: 0 on chips without a second
 * level. The rest of this memory begins at *memory and has *room bytes. It belongs to this process
 * until it becomes cache again. Dirty lines are written back. */
size_t onchip_second_level(size_t bytes, void **memory, size_t *room);

/* ---- A stream -------------------------------------------------------------------------------- */

/* A stream processes arrays of equal length, one chunk after the other. Chunks of the input arrays
 * are copied into buffers in the core's tile. The program works on them, and the output buffer is
 * copied to the output array. With three sets of buffers, the next chunk is copied in and the
 * previous one is copied out while the program works on the current one. With one set, nothing
 * overlaps.
 *
 *     static double a[N], b[N], c[N];
 *     _Alignas(8) char space[ONCHIP_STREAM_SPACE(3, CHUNK * sizeof(double), 3)];
 *     struct onchip_stream stream = {.inputs = {a, b}, .output = c, .bytes = sizeof a,
 *                                    .chunk = CHUNK * sizeof(double), .buffers = 3,
 *                                    .space = space, .space_bytes = sizeof space};
 *     for (int more = onchip_stream_begin(&stream); more > 0; more = onchip_stream_next(&stream)) {
 *         const double *x = stream.near_inputs[0], *y = stream.near_inputs[1];
 *         double *z = stream.near_output;
 *         for (size_t i = 0; i < stream.near_bytes / sizeof(double); i++)
 *             z[i] = x[i] + y[i];
 *     } */
#define ONCHIP_STREAM_INPUTS 3
#define ONCHIP_STREAM_BUFFERS 3

/* The number of bytes that the buffers of a stream need. `arrays` is the number of inputs, and one
 * more for an output that is not `in_place`; `chunk` is the length of a chunk in bytes. */
#define ONCHIP_STREAM_SPACE(arrays, chunk, buffers)                                                \
    ((arrays) * (buffers) * (((size_t)(chunk) + 7) / 8 * 8))

struct onchip_stream {
    /* The caller sets these members. `inputs` and `output` are the far arrays, or NULL; `bytes` is
     * the length of each in bytes. `chunk` is the length of a chunk in bytes; the last chunk may be
     * shorter. `buffers` is the number of sets of buffers, 1 to ONCHIP_STREAM_BUFFERS. `space` is
     * near memory for them, of `space_bytes` bytes. If `in_place` is set, the output is copied from
     * the buffers of the first input. */
    const void *inputs[ONCHIP_STREAM_INPUTS];
    void *output;
    size_t bytes, chunk;
    int buffers;
    bool in_place;
    void *space;
    size_t space_bytes;

    /* The library sets these members for each chunk: the near buffers with the current chunk, and
     * their length in bytes. near_at is the offset of the chunk in the arrays, in bytes. */
    const void *near_inputs[ONCHIP_STREAM_INPUTS];
    void *near_output;
    size_t near_bytes, near_at;

    /* Only the library uses these members. */
    size_t oc_coming, oc_stride, oc_set_bytes;
    char *oc_set, *oc_coming_set, *oc_end;
    uintptr_t oc_inputs[ONCHIP_STREAM_INPUTS], oc_output;
    int oc_count, oc_in[ONCHIP_STREAM_INPUTS], oc_out;
};

/* Begins a stream. Returns 1 when the first chunk is in its buffers, or 0 if the arrays are empty.
 * On an error, returns a value below 0 and copies nothing. */
int onchip_stream_begin(struct onchip_stream *stream);

/* Copies the output buffer to the output array. Returns 1 when the next chunk is in its buffers, or
 * 0 when all chunks are done and the output array is complete. */
int onchip_stream_next(struct onchip_stream *stream);

#ifdef __cplusplus
}
#endif

#endif
