#include "omp/loop/ordered.h"

#include "hal/store.h"
#include "omp/loop/member.h"

/* Values of the word for a chunk's turn. CALLER + n means that thread n waits for the turn. */
enum { NOBODY, TURN, CALLER };

static hal_address turn_of(const struct oc_thread *self, uint32_t seat, uint32_t slot) {
    return oc_member_block(self->team, (int)seat) + OC_IN_BLOCK(loop.turn) +
           sizeof(uint32_t) * (oc_depth(self->team) * OC_SHARES + slot);
}

/* Waits for the turn of the calling thread's chunk. Called if another thread's block contains the
 * word that says whose turn it is. */
static __attribute__((noinline)) void await_ordered_call(struct oc_thread *self,
                                                         struct oc_order *order) {
    hal_address turn = turn_of(self, order->seat, order->slot);
    HAL_WRITE(&self->block->loop.has_turn, 0);
    if (hal_swap(turn, CALLER + (uint32_t)self->number) != TURN)
        oc_await(&self->block->loop.has_turn);
    hal_acquire();
    /* The thread resets the word before it passes the turn on, because a later chunk uses this word
     * again. */
    hal_store(turn, NOBODY);
}

static void await_ordered_turn(struct oc_thread *self, struct oc_order *order) {
    order->has_turn = true;
    if (order->number == 0)
        return;
    if (order->seat != (uint32_t)self->number) {
        await_ordered_call(self, order);
        return;
    }
    volatile uint32_t *turn = &self->block->loop.turn[oc_depth(self->team)][order->slot];
    oc_await(turn);
    HAL_WRITE(turn, NOBODY);
}

/* Passes the turn to the next chunk. */
static void pass(struct oc_thread *self, struct oc_loop *loop) {
    struct oc_order *order = &loop->order;
    order->has_passed = true;
    if (loop->end >= loop->count)
        return;
    uint32_t seat = order->seat + 1 == (uint32_t)self->size ? 0 : order->seat + 1;
    hal_address turn = turn_of(self, seat, order->slot);
    /* The thread that runs the next ordered region must see the stores of this one. */
    oc_flush();
    if (order->is_fixed) {
        hal_store(turn, TURN);
        return;
    }
    uint32_t found = hal_swap(turn, TURN);
    if (found != NOBODY)
        hal_store(oc_member_block(self->team, (int)(found - CALLER)) + OC_IN_BLOCK(loop.has_turn),
                  1);
}

void oc_order_finish(struct oc_loop *loop) {
    if (loop->order.has_passed)
        return;
    struct oc_thread *self = &oc_thread;
    if (!loop->order.has_turn)
        await_ordered_turn(self, &loop->order);
    pass(self, loop);
}

bool oc_order_begin(struct oc_loop *loop, uint32_t number, unsigned long first, unsigned long end) {
    struct oc_order *order = &loop->order;
    uint32_t size = (uint32_t)oc_thread.size;
    order->seat += number - order->number;
    if (order->seat >= size && (order->seat -= size) >= size)
        order->seat %= size;
    order->number = number;
    order->has_turn = order->has_passed = false;
    order->left = end - first;
    loop->first = first;
    loop->end = end;
    return true;
}

void oc_ordered_enter(oc_next_chunk *next_chunk, unsigned long long start, unsigned long long step,
                      unsigned long count, unsigned long chunk) {
    oc_loop_enter(next_chunk, start, step, count, chunk < count ? chunk : count);
    struct oc_loop *loop = &oc_thread.loop;
    loop->is_ordered = loop->share != NULL;
    loop->order = (struct oc_order){.slot = (oc_thread.shares - 1) % OC_SHARES, .has_passed = true};
}

void GOMP_ordered_start(void) {
    struct oc_thread *self = &oc_thread;
    if (self->loop.is_ordered && !self->loop.order.has_turn)
        await_ordered_turn(self, &self->loop.order);
}

/* An iteration has at most one ordered region. */
void GOMP_ordered_end(void) {
    struct oc_thread *self = &oc_thread;
    if (self->loop.is_ordered && --self->loop.order.left == 0)
        pass(self, &self->loop);
}
