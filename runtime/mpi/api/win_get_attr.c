#include "mpi/attribute/user.h"
#include "mpi/window/check.h"

/* The value of a predefined attribute. It is the base of the window, or the address of a number. */
static void *predefined(struct oc_window *window, int number) {
    switch (number) {
    case MPI_WIN_BASE:
        return window->base;
    case MPI_WIN_SIZE:
        return &window->size;
    case MPI_WIN_DISP_UNIT:
        return &window->unit;
    case MPI_WIN_CREATE_FLAVOR:
        return &window->flavor;
    default:
        return &window->model;
    }
}

static bool is_predefined(int number) {
    return number == MPI_WIN_BASE || number == MPI_WIN_SIZE || number == MPI_WIN_DISP_UNIT ||
           number == MPI_WIN_CREATE_FLAVOR || number == MPI_WIN_MODEL;
}

int PMPI_Win_get_attr(MPI_Win win, int number, void *value, int *flag) {
    struct oc_window *window = oc_enter_window("MPI_Win_get_attr", win);
    if (!window)
        return MPI_ERR_WIN;
    if (!is_predefined(number) || !value || !flag)
        return oc_user_attribute_get(window->comm, window->comm->attributes, OC_WINDOW_ATTRIBUTE,
                                     number, value, flag);
    *(void **)value = predefined(window, number);
    *flag = 1;
    return MPI_SUCCESS;
}
