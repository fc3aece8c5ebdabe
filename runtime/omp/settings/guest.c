/* Regions of threads that the program itself has started, which Linux allows. Each of these threads
 * is an initial thread (OpenMP 5.2, section 1.2.2). Its regions have one thread, because the other
 * threads of the job follow thread 0. */
#include "omp/settings/settings.h"

int oc_team_size_of_guest(unsigned asked) {
    return hal_threads() < oc_settings.limit ? 1 : oc_team_size_within_limit(asked);
}
