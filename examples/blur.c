/* A Gaussian blur of a picture (PGM, format P5). Rank 0 reads it and sends each rank its rows, with
 * two more above and below. Each rank applies a mask of 5 x 5, and rank 0 writes all the rows.
 * Arguments: input (input.pgm), output (blurred.pgm). Without arguments and without input.pgm, a
 * picture of rings is drawn instead. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HALO 2 /* rows and columns that the mask reaches beyond a point */
#define MASK_SUM 256

static const unsigned mask[5][5] = {
    {1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}};

struct picture {
    int width, height;
    unsigned char *points;
};

static void fail(const char *what, const char *name) {
    fprintf(stderr, "blur: %s %s\n", name, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static unsigned char *allocate(size_t bytes) {
    unsigned char *memory = malloc(bytes);
    if (!memory)
        fail("does not fit into memory", "the picture");
    return memory;
}

/* Reads a number of the header, after white space and comments. */
static int read_number(FILE *file) {
    int c, number = -1;
    while ((c = getc(file)) == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '#')
        while (c == '#' && (c = getc(file)) != '\n' && c != EOF)
            c = '#';
    for (; c >= '0' && c <= '9' && number < 10000; c = getc(file))
        number = (number < 0 ? 0 : number) * 10 + c - '0';
    return number;
}

static struct picture read_picture(FILE *file, const char *name) {
    struct picture picture;
    if (getc(file) != 'P' || getc(file) != '5')
        fail("is no PGM picture (P5)", name);
    picture.width = read_number(file);
    picture.height = read_number(file);
    if (picture.width < 1 || picture.height < 1 || read_number(file) != 255)
        fail("has a header that is not that of a picture with 256 greys", name);
    size_t points = (size_t)picture.width * (size_t)picture.height;
    picture.points = allocate(points);
    if (fread(picture.points, 1, points, file) != points)
        fail("is cut off", name);
    return picture;
}

static struct picture draw_rings(void) {
    struct picture picture = {64, 64, allocate(64 * 64)};
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++) {
            int distance = (x - 32) * (x - 32) + (y - 32) * (y - 32);
            picture.points[y * 64 + x] = distance / 64 % 2 ? 255 : 0;
        }
    return picture;
}

static void write_picture(const struct picture *picture, const char *name) {
    size_t points = (size_t)picture->width * (size_t)picture->height;
    FILE *file = fopen(name, "wb");
    if (!file || fprintf(file, "P5\n%d %d\n255\n", picture->width, picture->height) < 0 ||
        fwrite(picture->points, 1, points, file) != points || fclose(file) != 0)
        fail("cannot be written", name);
}

/* Row or column `at`, moved inside if it is beyond the edge. */
static int inside(int at, int end) {
    return at < 0 ? 0 : at < end ? at : end - 1;
}

/* The rows of a rank, and the rows that it holds: two more on both sides, where they exist. */
struct part {
    int first, end;
    int held, held_end;
};

static struct part part_of(int rank, int size, int height) {
    struct part part = {height * rank / size, height * (rank + 1) / size, 0, 0};
    part.held = inside(part.first - HALO, height);
    part.held_end = inside(part.end + HALO - 1, height) + 1;
    return part;
}

/* `rows` begins with row part.held of the whole picture. */
static void blur(const unsigned char *rows, struct part part, int width, int height,
                 unsigned char *to) {
    for (int y = part.first; y < part.end; y++)
        for (int x = 0; x < width; x++) {
            unsigned sum = MASK_SUM / 2;
            for (int j = -HALO; j <= HALO; j++) {
                const unsigned char *row = rows + (inside(y + j, height) - part.held) * width;
                const unsigned *weight = mask[j + HALO] + HALO;
                if (x >= HALO && x < width - HALO)
                    for (int i = -HALO; i <= HALO; i++)
                        sum += weight[i] * row[x + i];
                else
                    for (int i = -HALO; i <= HALO; i++)
                        sum += weight[i] * row[inside(x + i, width)];
            }
            *to++ = (unsigned char)(sum / MASK_SUM);
        }
}

static double mean(const struct picture *picture) {
    long points = (long)picture->width * picture->height;
    double sum = 0;
    for (long i = 0; i < points; i++)
        sum += picture->points[i];
    return sum / (double)points;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *input = argc > 1 ? argv[1] : "input.pgm";
    const char *output = argc > 2 ? argv[2] : "blurred.pgm";

    struct picture picture = {0};
    double before = 0;
    if (rank == 0) {
        FILE *file = fopen(input, "rb");
        if (!file && argc > 1)
            fail("cannot be read", input);
        picture = file ? read_picture(file, input) : draw_rings();
        if (file)
            fclose(file);
        before = mean(&picture);
    }
    MPI_Bcast(&picture.width, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&picture.height, 1, MPI_INT, 0, MPI_COMM_WORLD);

    int width = picture.width, height = picture.height;
    struct part own = part_of(rank, size, height);
    int own_points = (own.end - own.first) * width;
    unsigned char *rows = picture.points; /* rank 0 uses the picture itself */
    if (rank == 0) {
        for (int to = 1; to < size; to++) {
            struct part part = part_of(to, size, height);
            MPI_Send(picture.points + part.held * width, (part.held_end - part.held) * width,
                     MPI_BYTE, to, 0, MPI_COMM_WORLD);
        }
    } else {
        int held_points = (own.held_end - own.held) * width;
        rows = allocate((size_t)held_points);
        MPI_Recv(rows, held_points, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    unsigned char *blurred = allocate((size_t)own_points + 1);
    blur(rows, own, width, height, blurred);

    if (rank == 0) {
        memcpy(picture.points, blurred, (size_t)own_points);
        for (int from = 1; from < size; from++) {
            struct part part = part_of(from, size, height);
            MPI_Recv(picture.points + part.first * width, (part.end - part.first) * width, MPI_BYTE,
                     from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        write_picture(&picture, output);
        printf("%d x %d points, mean grey %.3f before and %.3f after\n", width, height, before,
               mean(&picture));
    } else {
        MPI_Send(blurred, own_points, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
    free(rows);
    free(blurred);
    MPI_Finalize();
    return 0;
}
