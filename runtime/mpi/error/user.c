#include "mpi/error/user.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/core/text.h"
#include "mpi/error/raise.h"

struct user_error {
    struct user_error *next;
    int code;
    int class;
    char *text; /* null: none */
};

static struct user_error *errors;
static int last = MPI_ERR_LASTCODE;

static struct user_error *find(int code) {
    struct user_error *error = errors;
    while (error && error->code != code)
        error = error->next;
    return error;
}

int oc_user_error_new(int class) {
    struct user_error *error = malloc(sizeof *error);
    if (!error)
        return 0;
    last++;
    *error = (struct user_error){errors, last, class ? class : last, NULL};
    errors = error;
    return last;
}

bool oc_user_error_describe(int code, const char *text) {
    struct user_error *error = find(code);
    char *copy = *text ? oc_copy_of_text(text, MPI_MAX_ERROR_STRING - 1) : NULL;
    if (*text && !copy)
        return false;
    free(error->text);
    error->text = copy;
    return true;
}

bool oc_user_error_remove(int code) {
    for (const struct user_error *other = errors; other; other = other->next)
        if (other->code == code ? other->text != NULL : other->class == code)
            return false;
    struct user_error **at = &errors;
    while ((*at)->code != code)
        at = &(*at)->next;
    struct user_error *error = *at;
    *at = error->next;
    free(error);
    return true;
}

int oc_user_error_last(void) {
    return last;
}

int oc_user_error_class(int code) {
    const struct user_error *error = find(code);
    return error ? error->class : -1;
}

const char *oc_user_error_text(int code) {
    const struct user_error *error = find(code);
    if (!error)
        return NULL;
    return error->text ? error->text : "";
}

int oc_check_user_error(int code) {
    if (find(code))
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_ARG, "the program has not added error #|one that it has added",
                    code, 0);
}
