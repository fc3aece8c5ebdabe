#include "hal/store.h"
#include "mpi/window/accumulate.h"

uint32_t oc_word_compare_swap(hal_address at, uint32_t expected, uint32_t desired) {
    for (;;) {
        if (hal_compare_swap(at, expected, desired))
            return expected;
        /* The swap failed. If the word still has another value, this is the result. If it now has
         * the expected value, it has changed in between, so try again. */
        uint32_t before = hal_load(at);
        if (before != expected)
            return before;
    }
}

/* Performs any reduction operation on a word by compare-and-swap, which is repeated until no other
 * access comes in between. */
static uint32_t fold_word(const struct oc_combination *how, hal_address at, uint32_t operand) {
    uint32_t before = hal_load(at);
    for (;;) {
        uint32_t after = before;
        how->fold(&operand, &after, 1);
        uint32_t found = oc_word_compare_swap(at, before, after);
        if (found == before)
            return before;
        before = found;
    }
}

void oc_combine_words(const struct oc_combination *how, hal_address at, const uint32_t *operands,
                      uint32_t *before, size_t count) {
    for (size_t i = 0; i < count; i++, at += sizeof(uint32_t)) {
        uint32_t found = 0;
        if (how->is_sum)
            found = hal_fetch_add(at, operands[i]);
        else if (how->op == MPI_NO_OP)
            found = hal_load(at);
        else if (how->op != MPI_REPLACE)
            found = fold_word(how, at, operands[i]);
        else if (before)
            found = hal_swap(at, operands[i]);
        else
            hal_store(at, operands[i]);
        if (before)
            before[i] = found;
    }
}
