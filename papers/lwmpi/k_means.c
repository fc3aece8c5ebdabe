/* Figure 21: points of a plane are divided among centroids. In each round the global master sends
 * two things to the local masters, which send them to their clusters: a word that says whether the
 * round takes place, and the centroids. The sums of points, the numbers of points, and a word that
 * says whether any point has moved return the same way. Arguments: the number of ranks of a
 * cluster, the number of points for each cluster, the number of centroids, and the maximum number
 * of rounds. */
#include <stdint.h>
#include <string.h>

#include "masters.h"

/* Coordinates are integers below this, so that distances are exact as floats. */
#define WIDTH 2048

struct point {
    float x, y;
};

/* The results of a round, which travel in three messages. */
struct sums {
    struct {
        int32_t x, y;
    } * points;
    int32_t *counts;
    int has_moved;
};

static void draw(struct point *points, int first, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t mixed = (uint32_t)(first + i) * 2654435761u;
        mixed ^= mixed >> 15;
        mixed *= 2246822519u;
        points[i] = (struct point){(float)(mixed >> 21), (float)((mixed >> 5) % WIDTH)};
    }
}

static size_t coordinates(int centres) {
    return (size_t)centres * sizeof(struct point);
}

static size_t counts(int centres) {
    return (size_t)centres * sizeof(int32_t);
}

static struct sums sums(int centres) {
    return (struct sums){memory(coordinates(centres)), memory(counts(centres)), 0};
}

/* Assigns each point to its nearest centroid, whose index goes into `nearest`, and adds up sums. */
static void assign(struct sums *sums, const struct point *points, int *nearest, int count,
                   const struct point *centroids, int centres) {
    memset(sums->points, 0, coordinates(centres));
    memset(sums->counts, 0, counts(centres));
    sums->has_moved = 0;
    for (int i = 0; i < count; i++) {
        float least = 3.0f * WIDTH * WIDTH;
        int best = 0;
        for (int c = 0; c < centres; c++) {
            float x = points[i].x - centroids[c].x, y = points[i].y - centroids[c].y;
            float distance = x * x + y * y;
            if (distance < least) {
                least = distance;
                best = c;
            }
        }
        sums->points[best].x += (int32_t)points[i].x;
        sums->points[best].y += (int32_t)points[i].y;
        sums->counts[best]++;
        sums->has_moved |= nearest[i] != best;
        nearest[i] = best;
    }
}

static void add(struct sums *sums, const struct sums *others, int centres) {
    for (int c = 0; c < centres; c++) {
        sums->points[c].x += others->points[c].x;
        sums->points[c].y += others->points[c].y;
        sums->counts[c] += others->counts[c];
    }
    sums->has_moved |= others->has_moved;
}

/* Ranks `from` + `step` × 1, 2, … below `end`. */
struct group {
    int from, step, end;
};

static void give(struct group group, int is_round, const struct point *centroids, int centres) {
    for (int rank = group.from + group.step; rank < group.end; rank += group.step) {
        send_to(&is_round, sizeof is_round, rank);
        if (is_round)
            send_to(centroids, coordinates(centres), rank);
    }
}

static void collect(struct group group, struct sums *sums, struct sums *others, int centres) {
    for (int rank = group.from + group.step; rank < group.end; rank += group.step) {
        receive_from(others->points, coordinates(centres), rank);
        receive_from(others->counts, counts(centres), rank);
        receive_from(&others->has_moved, sizeof others->has_moved, rank);
        add(sums, others, centres);
    }
}

static void send_sums(const struct sums *sums, int centres, int to) {
    send_to(sums->points, coordinates(centres), to);
    send_to(sums->counts, counts(centres), to);
    send_to(&sums->has_moved, sizeof sums->has_moved, to);
}

static void move(struct point *centroids, const struct sums *sums, int centres) {
    for (int c = 0; c < centres; c++)
        if (sums->counts[c] > 0)
            centroids[c] = (struct point){(float)(sums->points[c].x / sums->counts[c]),
                                          (float)(sums->points[c].y / sums->counts[c])};
}

int main(int argc, char **argv) {
    struct role own = begin(argc, argv);
    int count = argument(argc, argv, 2, 840) * own.clusters, centres = argument(argc, argv, 3, 128);
    int rounds = argument(argc, argv, 4, 2);
    int begin_at = first_of(count, own.rank, own.ranks);
    int mine = first_of(count, own.rank + 1, own.ranks) - begin_at;
    struct point *points = memory((size_t)mine * sizeof *points);
    int *nearest = memory((size_t)mine * sizeof *nearest);
    struct point *centroids = memory(coordinates(centres));
    struct sums found = sums(centres), others = sums(centres);
    draw(points, begin_at, mine);
    draw(centroids, 0, centres); /* the first points are the first centroids */
    for (int i = 0; i < mine; i++)
        nearest[i] = -1;

    struct group members = {own.master, 1, own.rank == own.master ? own.master + own.members : 0};
    struct group masters = {0, own.each, own.rank == 0 ? own.ranks : 0};
    int giver = own.rank == own.master ? 0 : own.master, is_round = rounds > 0;
    meet();
    double start = ticks();
    while (1) {
        if (own.rank > 0)
            receive_from(&is_round, sizeof is_round, giver);
        if (own.rank > 0 && is_round)
            receive_from(centroids, coordinates(centres), giver);
        give(masters, is_round, centroids, centres);
        give(members, is_round, centroids, centres);
        if (!is_round)
            break;
        assign(&found, points, nearest, mine, centroids, centres);
        collect(members, &found, &others, centres);
        collect(masters, &found, &others, centres);
        if (own.rank > 0)
            send_sums(&found, centres, giver);
        else
            move(centroids, &found, centres);
        is_round = found.has_moved && --rounds > 0;
    }
    if (own.rank == 0) {
        printf("cycles %.0f\n", ticks() - start);
        for (int c = 0; c < centres; c++)
            printf("%d %d\n", (int)centroids[c].x, (int)centroids[c].y);
    }
    free(points);
    free(nearest);
    free(centroids);
    free(found.points);
    free(found.counts);
    free(others.points);
    free(others.counts);
    leave();
    return 0;
}
