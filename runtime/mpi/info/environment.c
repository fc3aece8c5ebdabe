#include "mpi/info/environment.h"

#include "hal/hal.h"

static void write_number(char *text, int number) {
    int digits = 1;
    for (int rest = number; rest >= 10; rest /= 10)
        digits++;
    text[digits] = '\0';
    for (; digits--; number /= 10)
        text[digits] = (char)('0' + number % 10);
}

struct oc_info *oc_info_environment(void) {
    static struct oc_info environment;
    char maxprocs[12], host[MPI_MAX_PROCESSOR_NAME];
    if (environment.pairs)
        return &environment;
    write_number(maxprocs, hal_places());
    hal_name(host, sizeof host);
    bool set =
        oc_info_set(&environment, "maxprocs", maxprocs) && oc_info_set(&environment, "host", host);
    return set ? &environment : NULL;
}
