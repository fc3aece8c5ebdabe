#include "mpi/unsupported/refuse.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "hal/hal.h"
#include "mpi/core/process.h"
#include "mpi/error/raise.h"

#define LINE_BYTES 256

/* Prints the first refusal in this process on stderr, because most programs ignore the results of
 * calls. */
static void warn(const char *sentence) {
    static bool warned;
    char line[LINE_BYTES]; /* written by one call, so that no other output comes in between */
    if (warned)
        return;
    warned = true;
    int wrong = (int)strcspn(sentence, "|");
    int length = snprintf(line, sizeof line, "rank %d: %s: %.*s; right: %s\n", hal_place(),
                          oc_process.call, wrong, sentence, sentence + wrong + 1);
    hal_write(2, line, (size_t)length);
}

int oc_refuse(const struct oc_communicator *comm, const char *sentence) {
    if (comm->on_error) /* if it is null, the job ends with this message */
        warn(sentence);
    return oc_raise(comm, MPI_ERR_UNSUPPORTED_OPERATION, sentence, 0, 0);
}
