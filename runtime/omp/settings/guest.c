/* Regions of threads that the program itself has started, which Linux allows. Each of them is an
 * initial thread (OpenMP 5.2, 1.2.2), and its regions have one thread, because those of the job
 * follow thread 0. */
#include "omp/settings/settings.h"

int oc_team_size_of_guest(unsigned asked) {
    return hal_threads() < oc_settings.limit ? 1 : oc_team_size_within_limit(asked);
}
