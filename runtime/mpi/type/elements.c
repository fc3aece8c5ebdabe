#include "mpi/type/elements.h"

#include <stddef.h>

/* The direction of a conversion: from bytes to elements, or from elements to bytes. `have` and
 * `give` are offsets of members of struct oc_type: of the number of given units in a type, and of
 * the number of resulting units. */
struct exchange {
    size_t have, give;
};

static const struct exchange bytes_to_elements = {offsetof(struct oc_type, size),
                                                  offsetof(struct oc_type, elements)};
static const struct exchange elements_to_bytes = {offsetof(struct oc_type, elements),
                                                  offsetof(struct oc_type, size)};

static MPI_Count member(const struct oc_type *type, size_t offset) {
    return *(const MPI_Count *)((const char *)type + offset);
}

/* Converts `amount` units of consecutive elements of `type`. Afterwards, `amount` contains the
 * units that do not fill a predefined element. */
static MPI_Count count(const struct oc_type *type, const struct exchange *exchange,
                       MPI_Count *amount) {
    MPI_Count one = member(type, exchange->have), gives = member(type, exchange->give);
    MPI_Count whole = *amount / one, result = whole * gives;
    *amount -= whole * one;
    for (size_t i = 0; i < type->parts && *amount; i++) {
        const struct oc_part *part = &type->part[i];
        MPI_Count number = (MPI_Count)part->rows * (MPI_Count)part->length;
        MPI_Count all = number * member(part->of, exchange->have);
        if (*amount >= all) {
            *amount -= all;
            result += number * member(part->of, exchange->give);
        } else {
            return result + count(part->of, exchange, amount);
        }
    }
    return result;
}

MPI_Count oc_type_elements_in(const struct oc_type *type, MPI_Count bytes) {
    if (!type->size)
        return bytes ? MPI_UNDEFINED : 0;
    MPI_Count result = count(type, &bytes_to_elements, &bytes);
    return bytes ? MPI_UNDEFINED : result;
}

MPI_Count oc_type_bytes_of(const struct oc_type *type, MPI_Count elements) {
    return type->elements ? count(type, &elements_to_bytes, &elements) : 0;
}
