#include <mpi.h>
#include <stddef.h>
#include <string.h>

#include "mpi/core/thread.h"
#include "mpi/session/session.h"

static const struct {
    int level;
    const char *name;
} levels[] = {{MPI_THREAD_SINGLE, "MPI_THREAD_SINGLE"},
              {MPI_THREAD_FUNNELED, "MPI_THREAD_FUNNELED"},
              {MPI_THREAD_SERIALIZED, "MPI_THREAD_SERIALIZED"},
              {MPI_THREAD_MULTIPLE, "MPI_THREAD_MULTIPLE"}};

int oc_thread_level_of(const char *name, int otherwise) {
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (!strcmp(levels[i].name, name))
            return oc_thread_given(levels[i].level);
    return otherwise;
}

const char *oc_thread_level_name(int level) {
    size_t i = 0;
    while (levels[i].level != level)
        i++;
    return levels[i].name;
}
