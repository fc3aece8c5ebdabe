/* Figure 21: points of a plane, divided among centroids. In each round the global master sends the
 * centroids to the local masters, and they to their clusters; sums come back the same way.
 * Arguments: ranks of a cluster, points for each, centroids, rounds. */
#include <stdint.h>
#include <string.h>

#include "masters.h"

#define WIDTH 2048 /* coordinates are whole numbers below: distances are exact as floats */

struct point {
    float x, y;
};

struct sum {
    int32_t x, y, count;
};

static void draw(struct point *points, int first, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t mixed = (uint32_t)(first + i) * 2654435761u;
        mixed ^= mixed >> 15;
        mixed *= 2246822519u;
        points[i] = (struct point){(float)(mixed >> 21), (float)((mixed >> 5) % WIDTH)};
    }
}

static void assign(struct sum *sums, const struct point *points, int count,
                   const struct point *centroids, int centres) {
    memset(sums, 0, (size_t)centres * sizeof *sums);
    for (int i = 0; i < count; i++) {
        float least = 3.0f * WIDTH * WIDTH;
        int nearest = 0;
        for (int c = 0; c < centres; c++) {
            float x = points[i].x - centroids[c].x, y = points[i].y - centroids[c].y;
            float distance = x * x + y * y;
            if (distance < least) {
                least = distance;
                nearest = c;
            }
        }
        sums[nearest].x += (int32_t)points[i].x;
        sums[nearest].y += (int32_t)points[i].y;
        sums[nearest].count++;
    }
}

static void add(struct sum *sums, const struct sum *others, int centres) {
    for (int c = 0; c < centres; c++) {
        sums[c].x += others[c].x;
        sums[c].y += others[c].y;
        sums[c].count += others[c].count;
    }
}

/* Sums of points and of those of other ranks, `from` + `step` · 1, 2 … below `end`, to which the
 * centroids go first. */
struct group {
    int from, step, end;
};

static void give(struct group group, const struct point *centroids, int centres) {
    for (int rank = group.from + group.step; rank < group.end; rank += group.step)
        send_to(centroids, (size_t)centres * sizeof *centroids, rank);
}

static void collect(struct group group, struct sum *sums, struct sum *others, int centres) {
    for (int rank = group.from + group.step; rank < group.end; rank += group.step) {
        receive_from(others, (size_t)centres * sizeof *others, rank);
        add(sums, others, centres);
    }
}

int main(int argc, char **argv) {
    struct role own = begin(argc, argv);
    int count = argument(argc, argv, 2, 840) * own.clusters, centres = argument(argc, argv, 3, 128);
    int rounds = argument(argc, argv, 4, 2);
    int begin_at = first_of(count, own.rank, own.ranks);
    int mine = first_of(count, own.rank + 1, own.ranks) - begin_at;
    struct point *points = memory((size_t)mine * sizeof *points);
    struct point *centroids = memory((size_t)centres * sizeof *centroids);
    struct sum *sums = memory((size_t)centres * sizeof *sums);
    struct sum *others = memory((size_t)centres * sizeof *others);
    draw(points, begin_at, mine);
    draw(centroids, 0, centres); /* the first points */

    struct group members = {own.master, 1, own.rank == own.master ? own.master + own.members : 0};
    struct group masters = {0, own.each, own.rank == 0 ? own.ranks : 0};
    int giver = own.rank == own.master ? 0 : own.master;
    meet();
    double start = ticks();
    for (int round = 0; round < rounds; round++) {
        if (own.rank > 0)
            receive_from(centroids, (size_t)centres * sizeof *centroids, giver);
        give(masters, centroids, centres);
        give(members, centroids, centres);
        assign(sums, points, mine, centroids, centres);
        collect(members, sums, others, centres);
        collect(masters, sums, others, centres);
        if (own.rank > 0)
            send_to(sums, (size_t)centres * sizeof *sums, giver);
        for (int c = 0; own.rank == 0 && c < centres; c++)
            if (sums[c].count > 0)
                centroids[c] = (struct point){(float)(sums[c].x / sums[c].count),
                                              (float)(sums[c].y / sums[c].count)};
    }
    if (own.rank == 0) {
        printf("cycles %.0f\n", ticks() - start);
        for (int c = 0; c < centres; c++)
            printf("%d %d\n", (int)centroids[c].x, (int)centroids[c].y);
    }
    free(points);
    free(centroids);
    free(sums);
    free(others);
    leave();
    return 0;
}
