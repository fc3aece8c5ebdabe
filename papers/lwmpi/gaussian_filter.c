/* Figure 20: images are filtered with a Gaussian mask of 7 × 7. In each round the global master
 * gives an image to each local master, which shares out the image's rows; the parts return the same
 * way. One word precedes each image and each part; at the end, this word says that there are no
 * more. Arguments: the number of ranks of a cluster, the number of images for each cluster, the
 * width and height of an image, and the distance between the points that the checksum covers (1:
 * all points). */
#include <stdint.h>
#include <string.h>

#include "masters.h"

#define REACH 3 /* rows and columns around a point that affect its new value */

/* Binomial coefficients. Each weight of the mask is the product of two of them, for row and column;
 * the weights add up to 2^12. */
static const int WEIGHTS[2 * REACH + 1] = {1, 6, 15, 20, 15, 6, 1};

/* Filters some rows. `in` begins REACH rows above the first of these rows, and each row of `in` has
 * REACH more points on each side. */
static void filter(uint8_t *out, const uint8_t *in, int rows, int width) {
    int stride = width + 2 * REACH, mask[2 * REACH + 1][2 * REACH + 1];
    for (int y = 0; y <= 2 * REACH; y++)
        for (int x = 0; x <= 2 * REACH; x++)
            mask[y][x] = WEIGHTS[y] * WEIGHTS[x];
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < width; column++) {
            int sum = 1 << 11; /* half of the divisor, so that the shift rounds */
            for (int y = 0; y <= 2 * REACH; y++)
                for (int x = 0; x <= 2 * REACH; x++)
                    sum += mask[y][x] * in[(row + y) * stride + column + x];
            out[row * width + column] = (uint8_t)(sum >> 12);
        }
}

/* The bytes of an image with `rows` rows and its margins. */
static size_t margined(int rows, int width) {
    return (size_t)(rows + 2 * REACH) * (size_t)(width + 2 * REACH);
}

/* Random points with a black margin. */
static void draw(uint8_t *image, int width, int height) {
    uint32_t state = 1;
    memset(image, 0, margined(height, width));
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            state = state * 1664525u + 1013904223u;
            image[(row + REACH) * (width + 2 * REACH) + column + REACH] = (uint8_t)(state >> 24);
        }
}

/* Images of a round differ only in their first points, which contain the image's number, so drawing
 * takes no time. */
static void put_number(uint8_t *image, int number, int width) {
    uint8_t *first = &image[REACH * (width + 2 * REACH) + REACH];
    first[0] = (uint8_t)number;
    first[1] = (uint8_t)(number >> 8);
}

static void give(const uint8_t *image, size_t bytes, int to) {
    int is_more = bytes > 0;
    send_to(&is_more, sizeof is_more, to);
    if (is_more)
        send_to(image, bytes, to);
}

static int take(uint8_t *image, size_t bytes, int from) {
    int is_more;
    receive_from(&is_more, sizeof is_more, from);
    if (is_more)
        receive_from(image, bytes, from);
    return is_more;
}

/* Filters an image with the ranks of this rank's cluster; this rank is their local master. The
 * result takes the place of the image, because the memory of a rank cannot hold both. `part` has
 * room for this rank's part of the result. */
static void share(const struct role *own, uint8_t *image, uint8_t *part, int width, int height) {
    int stride = width + 2 * REACH, rows = first_of(height, 1, own->members);
    for (int member = 1; member < own->members; member++) {
        int begin = first_of(height, member, own->members);
        int end = first_of(height, member + 1, own->members);
        give(image + begin * stride, margined(end - begin, width), own->master + member);
    }
    filter(part, image, rows, width);
    memcpy(image, part, (size_t)(rows * width));
    for (int member = 1; member < own->members; member++) {
        int begin = first_of(height, member, own->members);
        int end = first_of(height, member + 1, own->members);
        receive_from(image + begin * width, (size_t)((end - begin) * width), own->master + member);
    }
}

/* A sum that also depends on the order of the bytes. */
static uint32_t checksum(uint32_t sum, const uint8_t *bytes, int count, int distance) {
    for (int i = 0; i < count; i += distance)
        sum = sum * 31 + bytes[i];
    return sum;
}

struct size {
    int images, width, height, distance;
};

static void lead(const struct role *own, struct size size) {
    int points = size.width * size.height;
    uint8_t *image = memory(margined(size.height, size.width));
    uint8_t *part = memory((size_t)(first_of(size.height, 1, own->members) * size.width));
    uint32_t sum = 0;
    double cycles = 0;
    for (int number = 0; number < size.images; number += own->clusters) {
        draw(image, size.width, size.height);
        double start = ticks();
        for (int cluster = 1; cluster < own->clusters; cluster++) {
            put_number(image, number + cluster, size.width);
            give(image, margined(size.height, size.width), cluster * own->each);
        }
        put_number(image, number, size.width);
        share(own, image, part, size.width, size.height);
        sum = checksum(sum, image, points, size.distance);
        for (int cluster = 1; cluster < own->clusters; cluster++) {
            receive_from(image, (size_t)points, cluster * own->each);
            sum = checksum(sum, image, points, size.distance);
        }
        cycles += ticks() - start;
    }
    printf("cycles %.0f\nchecksum %u\n", cycles, (unsigned)sum);
    for (int cluster = 1; cluster < own->clusters; cluster++)
        give(NULL, 0, cluster * own->each);
    free(image);
    free(part);
}

static void follow(const struct role *own, struct size size) {
    int is_master = own->rank == own->master, member = own->rank - own->master;
    int giver = is_master ? 0 : own->master, rows = size.height;
    if (!is_master)
        rows = first_of(size.height, member + 1, own->members) -
               first_of(size.height, member, own->members);
    int filtered = is_master ? first_of(rows, 1, own->members) : rows;
    uint8_t *in = memory(margined(rows, size.width));
    uint8_t *part = memory((size_t)(filtered * size.width));
    while (take(in, margined(rows, size.width), giver)) {
        if (is_master)
            share(own, in, part, size.width, rows);
        else
            filter(part, in, rows, size.width);
        send_to(is_master ? in : part, (size_t)(rows * size.width), giver);
    }
    free(in);
    free(part);
}

int main(int argc, char **argv) {
    struct role own = begin(argc, argv);
    struct size size = {
        .images = argument(argc, argv, 2, 1) * own.clusters,
        .width = argument(argc, argv, 3, 64),
        .height = argument(argc, argv, 4, 64),
        .distance = argument(argc, argv, 5, 1),
    };
    meet();
    if (own.rank == 0)
        lead(&own, size);
    else
        follow(&own, size);
    for (int member = 1; own.rank == own.master && member < own.members; member++)
        give(NULL, 0, own.master + member);
    leave();
    return 0;
}
