#include "omp/reduction/reduction.h"

static inline void send(hal_address slot, const union oc_value *value, size_t words) {
    for (size_t i = 0; i < words; i++)
        hal_store(slot + offsetof(struct oc_slot, words) + sizeof(uint32_t) * i, value->words[i]);
    hal_store(slot + offsetof(struct oc_slot, is_full), 1);
}

/* To who leads its group at a level, whose slots begin at `first`. */
static inline void send_up(struct oc_thread *self, const union oc_value *value, size_t words,
                           int bits, int first) {
    int place = self->number >> bits & (OC_GROUP - 1);
    oc_reduced_before(self->block);
    send(oc_block_of(self->team, self->number - (place << bits)) + OC_IN_BLOCK(slots) +
             sizeof(struct oc_slot) * (uint32_t)(first + place - 1),
         value, words);
}

static __attribute__((noinline)) void lead(struct oc_thread *self, union oc_value *value,
                                           oc_combine *combine, size_t words) {
    int number = self->number, first = 0;
    for (int bits = 0; 1 << bits < self->size; bits += OC_GROUP_BITS, first += OC_GROUP - 1) {
        if (number >> bits & (OC_GROUP - 1)) {
            send_up(self, value, words, bits, first);
            return;
        }
        for (int i = 1; i < OC_GROUP && number + (i << bits) < self->size; i++) {
            struct oc_slot *slot = &self->block->slots[first + i - 1];
            oc_await(&slot->is_full);
            union oc_value sent = {.words = {slot->words[0], slot->words[1]}};
            slot->is_full = 0;
            combine(value, &sent);
            oc_reduced_taken(oc_block_of(self->team, number + (i << bits)));
        }
    }
}

void oc_reduce(union oc_value *value, oc_combine *combine, size_t words) {
    struct oc_thread *self = &oc_thread;
    if (self->number & (OC_GROUP - 1))
        send_up(self, value, words, 0, 0);
    else
        lead(self, value, combine, words);
}
