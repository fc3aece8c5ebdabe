/* Copies between the memory next to the calling core and any other memory, by DMA, so that the core
 * works while data are in flight. They are meant for OpenMP programs, whose shared data are next to
 * thread 0 and cost every other core a remote access for each word, but any program can use them.
 *
 *     double near[256];                                   // on the stack: next to the core
 *     int copy = onchip_copy_in(near, far, sizeof near);
 *     ...                                                 // something else
 *     onchip_copy_wait(copy);
 *
 * The *near* side is in the calling core's tile: variables of the function, threadprivate ones, and
 * for threads in the tile of thread 0 also globals and the heap. The *far* side is any memory of
 * the process, in any tile or in DRAM. Length and alignment are arbitrary. On Linux everything is
 * near, there is no DRAM, and a copy is complete when it has been started. */
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
    ONCHIP_COPY_NOT_NEAR = -1,   /* the near side, or a stream's space, is not in the core's tile */
    ONCHIP_COPY_NO_MEMORY = -2,  /* the far side is a constant or null, which DMA does not reach */
    ONCHIP_COPY_NO_SPACE = -3,   /* the space is too small for the stream's buffers */
    ONCHIP_COPY_MISALIGNED = -4, /* the space is not aligned to 8 bytes */
    ONCHIP_COPY_BAD_STREAM =
        -5, /* there is no chunk, or the number of arrays or buffers is invalid */
};

/* ---- A copy ---------------------------------------------------------------------------------- */

/* Both functions start a copy and return its number, for the functions below; the number is valid
 * only in the thread that started the copy. On an error they return a value below 0. Until the copy
 * is complete, the target must not be used and the source must not be changed. A core has a few
 * copies in flight (ni.command_buffers of the chip, less one). To start a further copy, it waits
 * until one of them is complete. */
int onchip_copy_in(void *near, const void *far, size_t bytes);
int onchip_copy_out(void *far, const void *near, size_t bytes);

/* Sleeps until a copy is complete, so that the data are at the target. If `copy` is an error of the
 * functions above, returns that error. If copies have been started after this one, the function may
 * wait until one of those is complete. Call it before a barrier, the end of a region, or any other
 * signal to threads that use the data. */
int onchip_copy_wait(int copy);

/* Whether a copy is complete, or `copy` is an error, so that no wait is needed. */
bool onchip_copy_is_complete(int copy);

/* This process' share of the DRAM that is nearest to it; all processes of the job have equal
 * shares. It is NULL, with 0 bytes, if there is none. Jobs that run at the same time have different
 * parts of the DRAM. */
void *onchip_dram(size_t *bytes);

/* On some chips, the end of each tile's memory can serve as a second level of cache, which the
 * tile's cores share (docs/memory-map.md). This function turns `bytes` bytes of that memory into
 * cache, rounded up to whole ways, and returns how many bytes are cache: 0 without a second level.
 * The rest is memory of this process until it becomes cache again: it begins at `*memory` and has
 * `*room` bytes. Dirty lines are written back. */
size_t onchip_second_level(size_t bytes, void **memory, size_t *room);

/* ---- A stream -------------------------------------------------------------------------------- */

/* Goes through arrays of equal length, a chunk at a time. Chunks of the inputs are copied into
 * buffers next to the core, the program works on them, and the contents of the output's buffer are
 * copied out. With three sets of buffers, the next chunk comes in and the previous one goes out
 * while the program works on one; with one set, nothing overlaps.
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

/* Bytes of space for a stream of this many arrays, not counting an output that has no buffers of
 * its own. */
#define ONCHIP_STREAM_SPACE(arrays, chunk, buffers)                                                \
    ((arrays) * (buffers) * (((size_t)(chunk) + 7) / 8 * 8))

struct onchip_stream {
    /* The caller sets these fields. `inputs` and `output` are the far arrays, NULL if there is
     * none, and `bytes` is their length. `chunk` is the length of a chunk; the last one may be
     * shorter. `buffers` is the number of sets of buffers, 1 to ONCHIP_STREAM_BUFFERS, and `space`
     * is near memory for them. If `in_place` is set, the output leaves from the buffers of the
     * first input. */
    const void *inputs[ONCHIP_STREAM_INPUTS];
    void *output;
    size_t bytes, chunk;
    int buffers;
    bool in_place;
    void *space;
    size_t space_bytes;

    /* The library sets these fields for each round: the near parts of the current chunk, and their
     * length in bytes. near_at is the chunk's offset in the arrays, in bytes. */
    const void *near_inputs[ONCHIP_STREAM_INPUTS];
    void *near_output;
    size_t near_bytes, near_at;

    /* Only the library uses these members. */
    size_t oc_coming, oc_stride, oc_set_bytes;
    char *oc_set, *oc_coming_set, *oc_end;
    uintptr_t oc_inputs[ONCHIP_STREAM_INPUTS], oc_output;
    int oc_count, oc_in[ONCHIP_STREAM_INPUTS], oc_out;
};

/* Begins a stream. Returns 1 when the first chunk is there, 0 if the arrays are empty, or an error,
 * below 0, before anything is copied. */
int onchip_stream_begin(struct onchip_stream *stream);

/* Sends out the contents of the output's buffer. Returns 1 when the next chunk is there, or 0 when
 * all chunks are done and the output array is complete. */
int onchip_stream_next(struct onchip_stream *stream);

#ifdef __cplusplus
}
#endif

#endif
