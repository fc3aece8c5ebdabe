#include "mpi/transport/native/collective/pipeline.h"

#include "hal/store.h"
#include "mpi/core/request.h"
#include "mpi/transport/native/collective/exposure.h"

/* How often a rank looks for a segment before it handles messages and sleeps. */
#define LOOKS 40

/* A count that is larger than any number of segments. */
#define ALL (UINT32_MAX / 2)

/* The first of the two DMA lanes (hal/store.h) for puts, and of the two for fetches. */
#define PUTS 0
#define FETCHES 2

/* One half of the data, in one of the two networks. `at` and `end` are the bytes that this rank has
 * not passed on yet, and `number` is the number of segments that it has passed on. Two segments are
 * in flight at a time. Each has its own word to count it, because either may arrive first. */
struct half {
    size_t at, end;
    uint32_t number;
    const volatile uint32_t *here; /* the words of this rank */
    /* Address of the next rank's words; 0 if there is no next rank. */
    hal_address next;
};

struct pipeline {
    struct oc_exposure exposure;
    char *data;
    hal_address source,
        /* The addresses of the data at the previous rank and at the next one; 0 if there is
         * none. */
        target;
    struct half first, second;
    int before; /* the previous rank; -1 at the root */
};

#define IN_PLACE static __attribute__((always_inline)) inline

/* Whether the next segment of a half has arrived, and a lane is free to pass it on. */
IN_PLACE bool may_pass(const struct half *half, int lane) {
    uint32_t turn = half->number & 1;
    return half->at != half->end && hal_observe(&half->here[turn]) > half->number / 2 &&
           hal_lane_is_free(lane + (int)turn);
}

/* Passes on the next segment. */
IN_PLACE void pass(struct half *half, int lane, char *data, hal_address other) {
    size_t left = half->end - half->at, at = half->at;
    size_t bytes = left < OC_PIPELINE_SEGMENT ? left : OC_PIPELINE_SEGMENT;
    uint32_t turn = half->number++ & 1;
    hal_address word = half->next ? half->next + turn * sizeof(uint32_t) : 0;
    half->at = at + bytes;
    lane += (int)turn;
    if (lane >= FETCHES)
        hal_get_counted(lane, data + at, other + at, bytes, word);
    else if (word)
        hal_put_counted(lane, other + at, data + at, bytes, word);
}

/* Passes on segments until none is left or none has arrived for a while. Returns whether segments
 * are left. */
static bool pass_on(struct pipeline *pipeline) {
    struct half first = pipeline->first, second = pipeline->second; /* in registers */
    char *data = pipeline->data;
    hal_address source = pipeline->source, target = pipeline->target;
    int looks = LOOKS;
    while (looks-- && (first.at != first.end || second.at != second.end)) {
        if (may_pass(&first, PUTS)) {
            pass(&first, PUTS, data, target);
            looks = LOOKS;
        }
        if (may_pass(&second, FETCHES)) {
            pass(&second, FETCHES, data, source);
            looks = LOOKS;
        }
    }
    pipeline->first = first;
    pipeline->second = second;
    hal_count_no_more(); /* messages use transfers, too */
    return looks < 0;
}

/* Sleeps until the next segment has arrived. */
static void sleep(const struct pipeline *pipeline) {
    const struct oc_communicator *comm = pipeline->exposure.call.comm;
    const struct half *half =
        pipeline->first.at != pipeline->first.end ? &pipeline->first : &pipeline->second;
    struct oc_request why;
    oc_request_fill(&why, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, pipeline->second.end,
                    pipeline->before, pipeline->exposure.call.tag);
    oc_await_anywhere(&half->here[half->number & 1], half->number / 2, &why);
}

/* Reads where the previous and the next rank have exposed their data, whose length must be that of
 * this rank's data. A rank that finds a different length takes no data. It reports all segments to
 * the next rank, so that no rank waits for ever. */
static void meet(struct pipeline *pipeline, size_t bytes, int after) {
    int before = pipeline->before;
    struct oc_exposure *exposure = &pipeline->exposure;
    const struct oc_communicator *comm = exposure->call.comm;
    size_t words = OC_SHARED(broadcast[oc_exposure_number(comm)]);
    bool has_error = false;
    if (before >= 0) {
        struct oc_exposed source = oc_exposed_by(exposure, before);
        pipeline->source = source.data;
        if ((has_error = source.bytes != bytes))
            oc_exposed_otherwise(exposure, source.bytes, bytes, 0, 0);
    }
    if (after >= 0) {
        struct oc_exposed target = oc_exposed_by(exposure, after);
        if (target.bytes == bytes) {
            hal_address block = hal_shared_of(oc_communicator_world_rank(comm, after));
            pipeline->target = target.data;
            pipeline->first.next = block + words + offsetof(struct oc_segments, put);
            pipeline->second.next = block + words + offsetof(struct oc_segments, there);
        }
    }
    if (before < 0 || has_error) {
        pipeline->second.at = pipeline->second.end;
        for (size_t word = 0; pipeline->second.next && word < 2; word++)
            hal_store(pipeline->second.next + word * sizeof(uint32_t), ALL);
    }
    if (has_error) {
        pipeline->first.at = pipeline->first.end;
        for (size_t word = 0; pipeline->first.next && word < 2; word++)
            hal_store(pipeline->first.next + word * sizeof(uint32_t), ALL);
    }
}

int oc_bcast_pipeline(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    struct oc_segments *own = &oc_shared_block()->broadcast[oc_exposure_number(comm)];
    const struct oc_shape *shape = &comm->barrier->shape;
    int before = comm->rank == root ? -1 : shape->before[0], after = shape->after[0];
    size_t lines = (bytes / 2 + HAL_LINE_BYTES - 1) / HAL_LINE_BYTES,
           middle = lines * HAL_LINE_BYTES;
    if (middle > bytes)
        middle = bytes;
    struct pipeline pipeline;
    pipeline.exposure = oc_exposure_begin(comm, OC_TAG_BCAST);
    pipeline.data = data;
    pipeline.before = before;
    pipeline.source = pipeline.target = 0;
    pipeline.first = (struct half){.end = middle, .here = own->put};
    pipeline.second = (struct half){.at = middle, .end = bytes, .here = own->there};
    uint32_t there = before < 0 ? ALL : 0;
    for (int word = 0; word < 2; word++)
        own->put[word] = own->there[word] = there;
    oc_expose(&pipeline.exposure, data, bytes);
    meet(&pipeline, bytes, after == root ? -1 : after);
    while (pass_on(&pipeline))
        sleep(&pipeline);
    return oc_exposure_end(&pipeline.exposure);
}
