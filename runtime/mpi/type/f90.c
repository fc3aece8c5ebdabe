#include "mpi/type/f90.h"

#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/type/contents.h"

/* The datatypes for Fortran's kinds that the program has requested; they are never freed. */
static struct oc_type *made;

static bool is_it(const struct oc_contents *contents, int combiner, int precision, int range) {
    return contents->combiner == combiner && contents->integer[contents->integers - 1] == range &&
           (contents->integers == 1 || contents->integer[0] == precision);
}

static struct oc_type *make(MPI_Datatype datatype, int combiner, int precision, int range) {
    bool has_precision = combiner != MPI_COMBINER_F90_INTEGER;
    struct oc_type *named = oc_type_find(datatype);
    struct oc_type *type = named ? oc_type_copy(named, named->marked, named->lb, named->ub) : NULL;
    struct oc_contents *contents = oc_contents_new(combiner, 1 + has_precision, 0, 0, 0);
    if (!type || !contents || !oc_type_publish(type)) {
        if (type)
            oc_type_release(type);
        oc_contents_free(contents);
        return NULL;
    }
    if (has_precision)
        oc_contents_add_integer(contents, precision);
    oc_contents_add_integer(contents, range);
    type->contents = contents;
    type->committed = true;
    type->stands_for = datatype;
    type->next = made;
    made = type;
    return type;
}

int oc_f90_create(const struct oc_f90_kind *kinds, int combiner, int precision, int range,
                  MPI_Datatype *datatype) {
    int error = oc_check_result(NULL, datatype);
    if (error)
        return error;
    while (kinds->datatype && ((precision != MPI_UNDEFINED && precision > kinds->precision) ||
                               (range != MPI_UNDEFINED && range > kinds->range)))
        kinds++;
    bool asked = precision != MPI_UNDEFINED || range != MPI_UNDEFINED;
    if (!kinds->datatype || !asked)
        return oc_raise(NULL, MPI_ERR_ARG,
                        "no kind has precision # and range #|at least one of them, "
                        "of which a kind exists",
                        precision, range);
    struct oc_type *type = made;
    while (type && !is_it(type->contents, combiner, precision, range))
        type = type->next;
    if (!type && !(type = make(kinds->datatype, combiner, precision, range)))
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a datatype", 0, 0);
    *datatype = type->handle;
    return MPI_SUCCESS;
}
