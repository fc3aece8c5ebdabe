/* Figure 20: images filtered with a Gaussian mask of 7 × 7. In each round the global master gives
 * an image to each local master, which shares its rows out; the parts come back the same way.
 * Arguments: ranks of a cluster, images for each, width and height of an image. */
#include <stdint.h>
#include <string.h>

#include "masters.h"

#define REACH 3 /* rows and columns around a point that its new value depends on */

/* Binomial coefficients: the mask is the product of two of them, its sum 2^12. */
static const int WEIGHTS[2 * REACH + 1] = {1, 6, 15, 20, 15, 6, 1};

/* `in` begins REACH rows above the first of `rows`, and each row has REACH more points on each
 * side. `mask`: as many words as the mask has. */
static void filter(uint8_t *out, const uint8_t *in, int rows, int width) {
    int stride = width + 2 * REACH, mask[2 * REACH + 1][2 * REACH + 1];
    for (int y = 0; y <= 2 * REACH; y++)
        for (int x = 0; x <= 2 * REACH; x++)
            mask[y][x] = WEIGHTS[y] * WEIGHTS[x];
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < width; column++) {
            int sum = 1 << 11; /* rounds */
            for (int y = 0; y <= 2 * REACH; y++)
                for (int x = 0; x <= 2 * REACH; x++)
                    sum += mask[y][x] * in[(row + y) * stride + column + x];
            out[row * width + column] = (uint8_t)(sum >> 12);
        }
}

/* Size of rows with their margins. */
static size_t margined(int rows, int width) {
    return (size_t)(rows + 2 * REACH) * (size_t)(width + 2 * REACH);
}

/* Image `number`, black around. */
static void draw(uint8_t *image, int number, int width, int height) {
    uint32_t state = (uint32_t)number * 2654435761u + 1;
    memset(image, 0, margined(height, width));
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            state = state * 1664525u + 1013904223u;
            image[(row + REACH) * (width + 2 * REACH) + column + REACH] = (uint8_t)(state >> 24);
        }
}

/* Filters an image with the ranks of the own cluster, as its local master. */
static void share(const struct role *own, uint8_t *out, const uint8_t *in, int width, int height) {
    int stride = width + 2 * REACH;
    for (int member = 1; member < own->members; member++) {
        int begin = first_of(height, member, own->members);
        int end = first_of(height, member + 1, own->members);
        send_to(in + begin * stride, margined(end - begin, width), own->master + member);
    }
    filter(out, in, first_of(height, 1, own->members), width);
    for (int member = 1; member < own->members; member++) {
        int begin = first_of(height, member, own->members);
        int end = first_of(height, member + 1, own->members);
        receive_from(out + begin * width, (size_t)((end - begin) * width), own->master + member);
    }
}

/* A sum that depends on the order of bytes, too. */
static uint32_t checksum(uint32_t sum, const uint8_t *bytes, int count) {
    for (int i = 0; i < count; i++)
        sum = sum * 31 + bytes[i];
    return sum;
}

static void lead(const struct role *own, int images, int width, int height) {
    uint8_t *in = memory(margined(height, width));
    uint8_t *out = memory((size_t)(width * height));
    uint32_t sum = 0;
    double spent = 0;
    for (int image = 0; image < images; image += own->clusters) {
        int round = images - image < own->clusters ? images - image : own->clusters;
        for (int cluster = round - 1; cluster >= 0; cluster--) { /* its own one last */
            draw(in, image + cluster, width, height);
            double start = ticks();
            if (cluster > 0)
                send_to(in, margined(height, width), cluster * own->each);
            else
                share(own, out, in, width, height);
            spent += ticks() - start;
        }
        sum = checksum(sum, out, width * height);
        for (int cluster = 1; cluster < round; cluster++) {
            double start = ticks();
            receive_from(out, (size_t)(width * height), cluster * own->each);
            spent += ticks() - start;
            sum = checksum(sum, out, width * height);
        }
    }
    printf("cycles %.0f\nchecksum %u\n", spent, (unsigned)sum);
    free(in);
    free(out);
}

/* Images that a cluster gets. */
static int images_of(const struct role *own, int images) {
    return (images + own->clusters - 1 - own->cluster) / own->clusters;
}

int main(int argc, char **argv) {
    struct role own = begin(argc, argv);
    int images = argument(argc, argv, 2, 1) * own.clusters;
    int width = argument(argc, argv, 3, 64), height = argument(argc, argv, 4, 64);
    meet();
    if (own.rank == 0) {
        lead(&own, images, width, height);
    } else {
        int is_master = own.rank == own.master, member = own.rank - own.master;
        int giver = is_master ? 0 : own.master;
        int rows = is_master ? height
                             : first_of(height, member + 1, own.members) -
                                   first_of(height, member, own.members);
        uint8_t *in = memory(margined(rows, width)), *out = memory((size_t)(rows * width));
        for (int image = images_of(&own, images); image > 0; image--) {
            receive_from(in, margined(rows, width), giver);
            if (is_master)
                share(&own, out, in, width, rows);
            else
                filter(out, in, rows, width);
            send_to(out, (size_t)(rows * width), giver);
        }
        free(in);
        free(out);
    }
    leave();
    return 0;
}
