/* Neighbours get tasks in turns: what is handed out lies next to each of them. */
#include "omp/task/tasks.h"

static _Thread_local struct oc_way ways[OC_NEIGHBOURS];
static _Thread_local uint16_t threads[OC_NEIGHBOURS];

/* As find_neighbours() does (task/tasks.c); in the team of all threads each is at its number. */
static void set_up(struct oc_tasks *own) {
    int number = oc_thread.number;
    for (int i = 0, step = 1; i < own->neighbours; step *= OC_GROUP)
        for (int j = 1; j < OC_GROUP && i < own->neighbours; j++, i++) {
            threads[i] = (uint16_t)((number + j * step) % own->size);
            bool is_last = i + 1 == own->neighbours;
            struct oc_way *way = &ways[i];
            way->block = own->tell[i];
            way->queue = 0;
            way->next = is_last ? ways : way + 1;
            way->whose = (uint32_t)i;
        }
    own->way = ways;
}

static void begin(struct oc_way *way) {
    way->queue = hal_thread_queue(threads[way - ways], OC_HAND_QUEUE);
    way->room = 0;
    way->sent = hal_load(way->block + OC_IN_BLOCK(taken) + sizeof(uint32_t) * way->whose);
}

/* Whether the thread takes tasks of this team by now. */
static bool is_open(const struct oc_tasks *own, struct oc_way *way) {
    if (!way->queue && hal_load(way->block + OC_IN_BLOCK(handing)) == (uint32_t)own->size)
        begin(way);
    return way->queue != 0;
}

struct oc_way *oc_hand_find(struct oc_tasks *own) {
    if (own->team != &oc_team || !own->neighbours)
        return NULL;
    if (!own->way) {
        set_up(own);
        oc_hand_count(own);
    }
    for (int i = 0; i < own->neighbours; i++) {
        struct oc_way *way = own->way;
        if (is_open(own, way))
            return way;
        own->way = way->next;
    }
    return NULL;
}
