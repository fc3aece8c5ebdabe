#include "omp/team/thread.h"

#include "omp/team/team.h"

#define PAUSE 32 /* in cycles; on Linux, in nanoseconds */

struct oc_team oc_team_initial = {.size = 1};
struct oc_team oc_team = {.outer = &oc_team_initial, .level = 1, .active_level = 1};

_Thread_local struct oc_deque *oc_tasks;
_Thread_local struct oc_thread oc_thread = {.size = 1, .usual = -1, .team = &oc_team_initial};

void oc_pause(void) {
    hal_wait(hal_cycles() + PAUSE);
}
