/* Copies by DMA between memory near a core and any other memory, and streams of copies. */
#include <omp.h>
#include <onchip_copy.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { COUNT = 500, NUMBERS = 2000, CHUNK = 128 };

static unsigned char global[COUNT];
static int inputs[ONCHIP_STREAM_INPUTS][NUMBERS], output[NUMBERS];

static int value(int array, int i) {
    return array * 1000 + i * 7;
}

/* Bytes of any alignment and length are copied in and out again. */
static void bytes_of(unsigned char *far) {
    unsigned char near[COUNT];
    for (int i = 0; i < COUNT; i++)
        far[i] = (unsigned char)value(1, i);
    for (int from = 0; from < 5; from++)
        for (int to = 0; to < 5; to += 2)
            for (int bytes = 0; bytes < 150; bytes += bytes < 6 ? 1 : 47) {
                memset(near, 77, sizeof near);
                int copy = onchip_copy_in(near + to, far + from, (size_t)bytes);
                while (!onchip_copy_is_complete(copy))
                    ;
                CHECK(onchip_copy_wait(copy) == ONCHIP_COPY_DONE);
                for (int i = 0; i < 160; i++) {
                    int there = i >= to && i < to + bytes;
                    CHECK(near[i] == (there ? far[from + i - to] : 77));
                }
            }
    for (int i = 0; i < COUNT; i++)
        near[i] = (unsigned char)value(2, i);
    CHECK(onchip_copy_wait(onchip_copy_out(far + 3, near + 2, 400)) == 0);
    for (int i = 0; i < COUNT; i++)
        CHECK(far[i] == (unsigned char)(i >= 3 && i < 403 ? value(2, i - 1) : value(1, i)));
}

/* Starts more copies at a time than a core has command buffers. */
static void many(void) {
    int near[20], copies[20];
    for (int i = 0; i < 20; i++)
        copies[i] = onchip_copy_in(&near[i], &inputs[1][i * 3], sizeof near[i]);
    for (int i = 19; i >= 0; i--)
        CHECK(onchip_copy_wait(copies[i]) == 0 && near[i] == value(1, i * 3));
}

/* The work of each thread on its part of the arrays, with any number of inputs and buffers. A
 * thread computes the last element of a chunk first, and checks the last result first. The stream
 * copies these elements last, so they are the most likely to be wrong if it does not wait for a
 * copy to be complete. */
static void stream(int arrays, int buffers, int in_place, int chunk, int count) {
    _Alignas(8) char space[ONCHIP_STREAM_SPACE(4, CHUNK * sizeof(int), ONCHIP_STREAM_BUFFERS)];
    int first = omp_get_thread_num() * (NUMBERS / omp_get_num_threads());
    struct onchip_stream stream = {.output = &output[first],
                                   .bytes = (size_t)count * sizeof(int),
                                   .chunk = (size_t)chunk * sizeof(int),
                                   .buffers = buffers,
                                   .in_place = in_place != 0,
                                   .space = space,
                                   .space_bytes = ONCHIP_STREAM_SPACE(
                                       arrays + !in_place, (size_t)chunk * sizeof(int), buffers)};
    for (int i = 0; i < arrays; i++)
        stream.inputs[i] = &inputs[i][first];
    int rounds = 0, more = onchip_stream_begin(&stream);
    for (; more > 0; more = onchip_stream_next(&stream)) {
        int *to = stream.near_output, base = first + (int)(stream.near_at / sizeof(int));
        for (int i = (int)(stream.near_bytes / sizeof(int)) - 1; i >= 0; i--) {
            int sum = 0;
            for (int k = 0; k < arrays; k++)
                sum += ((const int *)stream.near_inputs[k])[i];
            to[i] = sum + base + i;
        }
        rounds++;
    }
    CHECK(more == 0 && rounds == (count + chunk - 1) / chunk);
    for (int i = first + count - 1; i >= first; i--) {
        int sum = i;
        for (int k = 0; k < arrays; k++)
            sum += value(k, i);
        CHECK(output[i] == sum);
        output[i] = -1;
    }
}

static void streams(void) {
    for (int buffers = 1; buffers <= ONCHIP_STREAM_BUFFERS; buffers++) {
        stream(1, buffers, 1, 8, 60);
        stream(2, buffers, 1, CHUNK, 2 * CHUNK);
        stream(1, buffers, 0, 100, 200);
        stream(3, buffers, 0, 8, 37);
        stream(2, buffers, 1, 5, 41);
        stream(0, buffers, 0, 9, 20);
        stream(1, buffers, 0, 16, 9);
        stream(2, buffers, 0, 16, 0);
    }
}

static void wrong_ones(void) {
    _Alignas(8) char space[256];
    CHECK(onchip_copy_in(space, NULL, 4) == ONCHIP_COPY_NO_MEMORY);
    CHECK(onchip_copy_wait(ONCHIP_COPY_NOT_NEAR) == ONCHIP_COPY_NOT_NEAR);
    CHECK(onchip_copy_is_complete(ONCHIP_COPY_NOT_NEAR));
    struct onchip_stream right = {.inputs = {inputs[0]},
                                  .output = output,
                                  .bytes = 128,
                                  .chunk = 32,
                                  .buffers = 3,
                                  .space = space,
                                  .space_bytes = 192},
                         stream;
#define WRONG(change, code)                                                                        \
    stream = right;                                                                                \
    stream.change;                                                                                 \
    CHECK(onchip_stream_begin(&stream) == (code))
    WRONG(chunk = 33, ONCHIP_COPY_NO_SPACE);
    WRONG(space_bytes = 191, ONCHIP_COPY_NO_SPACE);
    WRONG(chunk = (size_t)-1, ONCHIP_COPY_NO_SPACE);
    WRONG(space_bytes = 100, ONCHIP_COPY_NO_SPACE);
    WRONG(buffers = ONCHIP_STREAM_BUFFERS + 1, ONCHIP_COPY_BAD_STREAM);
    WRONG(buffers = 0, ONCHIP_COPY_BAD_STREAM);
    WRONG(chunk = 0, ONCHIP_COPY_BAD_STREAM);
    WRONG(inputs[0] = stream.output = NULL, ONCHIP_COPY_BAD_STREAM);
    WRONG(in_place = !(stream.output = NULL), ONCHIP_COPY_BAD_STREAM);
    WRONG(space = space + 4, ONCHIP_COPY_MISALIGNED);
}

int main(void) {
    unsigned char stack[COUNT], *heap = malloc(COUNT);
    size_t size;
    unsigned char *dram = onchip_dram(&size);
    CHECK(dram ? size >= COUNT : size == 0);
    for (int k = 0; k < ONCHIP_STREAM_INPUTS; k++)
        for (int i = 0; i < NUMBERS; i++)
            inputs[k][i] = value(k, i);
    unsigned char *theirs = NULL;
#pragma omp parallel
    {
        many();
        streams();
        wrong_ones();
        unsigned char own[COUNT];
#pragma omp barrier
        for (int turn = 0; turn < omp_get_num_threads(); turn++) {
            if (turn == omp_get_thread_num()) {
                bytes_of(global);
                bytes_of(stack);
                bytes_of(heap);
                if (dram)
                    bytes_of(dram);
                if (theirs)
                    bytes_of(theirs);
                theirs = own;
            }
#pragma omp barrier
        }
    }
    free(heap);
    puts(wrong ? "wrong" : "done");
    return wrong;
}
