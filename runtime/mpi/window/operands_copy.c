#include <string.h>

#include "mpi/window/operands.h"

struct copy {
    char *data;
    size_t count; /* number of elements left */
    size_t extent;
    bool out;
};

static void move(void *context, char *at, size_t count) {
    struct copy *copy = context;
    size_t some = count < copy->count ? count : copy->count, bytes = some * copy->extent;
    memcpy(copy->out ? at : copy->data, copy->out ? copy->data : at, bytes);
    copy->data += bytes;
    copy->count -= some;
}

static void move_all(const struct oc_operands *operands, size_t count, bool out) {
    struct copy copy = {operands->data, count, operands->extent, out};
    if (operands->from)
        oc_operand_walk(operands->from, operands->buffer, operands->elements, move, &copy);
}

void oc_operands_gather(const struct oc_operands *operands) {
    move_all(operands, operands->count, false);
}

void oc_operands_scatter(const struct oc_operands *operands, size_t count) {
    move_all(operands, count, true);
}
