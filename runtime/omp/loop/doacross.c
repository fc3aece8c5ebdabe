#include "omp/loop/doacross.h"

#include <stdarg.h>

#include "hal/store.h"
#include "omp/loop/entries.h"
#include "omp/loop/member.h"
#include "omp/region/hooks.h"
#include "omp/team/message.h"

/* The number of bits in a word. If a team has more threads, several threads share a bit, and some
 * of them are woken without need. */
#define BITS 32

/* The largest distance at which two positions can be compared. */
#define MOST_POSITIONS 0x7fffffff

static bool is_reached(uint32_t posted, uint32_t wanted) {
    return (int32_t)(posted - wanted) >= 0;
}

/* Iterates over the threads whose bit is set in `bits`. After the threads that share a bit, clears
 * this bit. */
#define EACH(number, bits, size)                                                                   \
    for (; bits; bits &= bits - 1)                                                                 \
        for (int number = __builtin_ctz(bits); number < (size); number += BITS)

static hal_address at_depth(size_t member, uint32_t depth) {
    return member + sizeof(uint32_t) * depth;
}
#define AT(member, depth) at_depth(OC_IN_BLOCK(member), depth)

static void wake(const struct oc_team *team, int number) {
    hal_store(oc_member_block(team, number) + OC_IN_BLOCK(loop.woken), 1);
}

/* Wakes the threads that wait for the calling thread's next position. */
static __attribute__((noinline)) void wake_next_waiters(const struct oc_thread *self,
                                                        uint32_t depth) {
    hal_address own = oc_member_block(self->team, self->number);
    uint32_t bits = hal_swap(own + AT(loop.next_waiters, depth), 0);
    EACH(number, bits, self->size)
    wake(self->team, number);
}

/* Wakes the threads that wait until the calling thread has reached `posted` or an earlier position.
 * Stores in `first_awaited` the lowest position that any of the remaining threads needs. */
static __attribute__((noinline)) void wake_later_waiters(const struct oc_thread *self,
                                                         uint32_t depth, uint32_t posted) {
    hal_address own = oc_member_block(self->team, self->number);
    struct oc_block *block = self->block;
    uint32_t bits = hal_swap(own + AT(loop.later_waiters, depth), 0) |
                    block->loop.known_waiters[depth],
             left = 0;
    uint32_t alarm = posted + MOST_POSITIONS;
    EACH(number, bits, self->size) {
        uint32_t wanted = hal_load(oc_member_block(self->team, number) + AT(loop.awaited, depth));
        if (is_reached(posted, wanted)) {
            wake(self->team, number);
            continue;
        }
        left |= (uint32_t)1 << number % BITS;
        alarm = is_reached(wanted, alarm) ? alarm : wanted;
    }
    block->loop.known_waiters[depth] = left;
    block->loop.first_awaited[depth] = alarm;
}

static void publish(struct oc_thread *self, uint32_t posted) {
    uint32_t depth = oc_depth(self->team);
    struct oc_block *block = self->block;
    /* A thread that sees this position must see all stores before it. */
    oc_flush();
    HAL_WRITE(&block->loop.posted[depth], posted);
    /* After this fence, either this thread sees the bit of a waiting thread, or the waiting thread
     * reads the new position once it has set its bit. */
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (HAL_READ(&block->loop.next_waiters[depth]))
        wake_next_waiters(self, depth);
    if (HAL_READ(&block->loop.later_waiters[depth]) ||
        (block->loop.known_waiters[depth] && is_reached(posted, block->loop.first_awaited[depth])))
        wake_later_waiters(self, depth, posted);
}

/* The number of iterations in the chunk that precedes the calling thread's current chunk in the
 * order of iterations. Another thread runs that chunk. */
static unsigned long length_before(const struct oc_thread *self, const struct oc_loop *loop) {
    if (loop->chunk)
        return loop->chunk;
    unsigned long size = (unsigned long)self->size;
    return loop->count / size + ((unsigned long)self->number <= loop->count % size);
}

static bool next_chunk(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    struct oc_thread *self = &oc_thread;
    struct oc_doacross *doacross = &loop->doacross;
    if (!oc_next_chunk_static(loop, first, end)) {
        publish(self, doacross->base + (uint32_t)loop->count * doacross->inner);
        return false;
    }
    if (loop->end)
        publish(self, doacross->base + (uint32_t)loop->end * doacross->inner);
    loop->first = *first;
    loop->end = *end;
    doacross->previous = *first ? *first - length_before(self, loop) : 0;
    return true;
}

static unsigned long long number(const void *numbers, size_t bytes, unsigned i) {
    return bytes == sizeof(long) ? ((const unsigned long *)numbers)[i]
                                 : ((const unsigned long long *)numbers)[i];
}

void oc_doacross_enter(unsigned loops, const void *counts, size_t bytes, unsigned long chunk) {
    struct oc_thread *self = &oc_thread;
    struct oc_loop *loop = &self->loop;
    unsigned long long count = number(counts, bytes, 0), inner = 1, all;
    bool is_long = false;
    if (loops > OC_DOACROSS_LOOPS) {
        oc_message("OpenMP", ": a doacross loop has more than 8 loops in it");
        hal_abort(1);
    }
    for (unsigned i = 1; i < loops; i++)
        is_long |= __builtin_mul_overflow(inner, number(counts, bytes, i), &inner);
    if (is_long || __builtin_mul_overflow(count, inner, &all) || all > MOST_POSITIONS) {
        oc_message("OpenMP", ": a doacross loop has more than 2147483647 iterations");
        hal_abort(1);
    }
    oc_loop_enter(next_chunk, 0, 1, (unsigned long)count, chunk);
    loop->total = count;
    loop->grain = 0;
    loop->is_doacross = loop->share != NULL;
    if (!loop->is_doacross)
        return;
    loop->doacross = (struct oc_doacross){
        .base = self->positions, .inner = (uint32_t)inner, .loops = loops, .seen = self->positions};
    /* Copies the counts, because the compiler reuses their memory after this call. */
    for (unsigned i = 1; i < loops; i++)
        loop->doacross.counts[i] = (uint32_t)number(counts, bytes, i);
    self->positions += (uint32_t)all;
}

/* `place` contains the number of the iteration in each loop of the nest. */
#define POST(name, type)                                                                           \
    void name(const type *place);                                                                  \
    void name(const type *place) {                                                                 \
        struct oc_thread *self = &oc_thread;                                                       \
        const struct oc_doacross *doacross = &self->loop.doacross;                                 \
        if (!self->loop.is_doacross)                                                               \
            return;                                                                                \
        uint32_t position = (uint32_t)place[0];                                                    \
        for (unsigned i = 1; i < doacross->loops; i++)                                             \
            position = position * doacross->counts[i] + (uint32_t)place[i];                        \
        publish(self, doacross->base + position + 1);                                              \
    }
POST(GOMP_doacross_post, long)
POST(GOMP_doacross_ull_post, unsigned long long)

/* The number of the thread that runs an iteration of the outermost loop. */
static unsigned long runner(const struct oc_thread *self, const struct oc_loop *loop,
                            unsigned long iteration) {
    unsigned long size = (unsigned long)self->size;
    if (loop->chunk)
        return iteration / loop->chunk % size;
    /* The first `more` threads run one iteration more than the others. */
    unsigned long part = loop->count / size, more = loop->count % size;
    unsigned long longer = more * (part + 1);
    return iteration < longer ? iteration / (part + 1) : more + (iteration - longer) / part;
}

/* Waits until thread `number` has reached the position `wanted`. Returns the position that it has
 * reached. */
static __attribute__((noinline)) uint32_t await_sink(struct oc_thread *self, unsigned long number,
                                                     uint32_t wanted) {
    hal_address block = oc_member_block(self->team, (int)number);
    uint32_t depth = oc_depth(self->team), bit = (uint32_t)1 << self->number % BITS;
    uint32_t seen = hal_load(block + AT(loop.posted, depth));
    for (bool is_later = false; !is_reached(seen, wanted); is_later = true) {
        HAL_WRITE(&self->block->loop.woken, 0);
        HAL_WRITE(&self->block->loop.awaited[depth], wanted);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        hal_fetch_or(
            block + (is_later ? AT(loop.later_waiters, depth) : AT(loop.next_waiters, depth)), bit);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        seen = hal_load(block + AT(loop.posted, depth));
        if (is_reached(seen, wanted))
            break;
        oc_await(&self->block->loop.woken);
        seen = hal_load(block + AT(loop.posted, depth));
    }
    return seen;
}

/* Waits until the thread that runs `iteration` of the outermost loop has reached the position
 * `wanted`. The iteration is not in the calling thread's chunk. */
static void await_iteration(struct oc_thread *self, unsigned long iteration, uint32_t wanted) {
    struct oc_loop *loop = &self->loop;
    struct oc_doacross *doacross = &loop->doacross;
    if (iteration >= doacross->previous && iteration < loop->first) {
        int number = self->number ? self->number : self->size;
        if (!is_reached(doacross->seen, wanted))
            doacross->seen = await_sink(self, (unsigned long)number - 1, wanted);
    } else {
        await_sink(self, runner(self, loop, iteration), wanted);
    }
}

#define WAIT(name, type)                                                                           \
    void name(type first, ...);                                                                    \
    void name(type first, ...) {                                                                   \
        struct oc_thread *self = &oc_thread;                                                       \
        const struct oc_loop *loop = &self->loop;                                                  \
        /* The thread runs its own chunk in order, so it need not wait for an iteration of it. */  \
        if (!loop->is_doacross || ((unsigned long)first - loop->first < loop->end - loop->first))  \
            return;                                                                                \
        const struct oc_doacross *doacross = &loop->doacross;                                      \
        uint32_t position = (uint32_t)first;                                                       \
        va_list others;                                                                            \
        va_start(others, first);                                                                   \
        for (unsigned i = 1; i < doacross->loops; i++)                                             \
            position = position * doacross->counts[i] + (uint32_t)va_arg(others, type);            \
        va_end(others);                                                                            \
        await_iteration(self, (unsigned long)first, doacross->base + position + 1);                \
    }
WAIT(GOMP_doacross_wait, long)
WAIT(GOMP_doacross_ull_wait, unsigned long long)

void oc_doacross_clear(const struct oc_team *team) {
    uint32_t depth = oc_depth(team);
    for (int i = 0; i < team->size; i++)
        hal_store(oc_member_block(team, i) + AT(loop.posted, depth), 0);
    oc_thread.positions = 0;
}
