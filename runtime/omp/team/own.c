/* Settings of a task's own. */
#include <stdlib.h>

#include "hal/hal.h"
#include "omp/team/message.h"
#include "omp/team/settings.h"
#include "omp/team/team.h"

struct oc_settings *oc_settings_own(void) {
    struct oc_thread *self = &oc_thread;
    if (self->settings)
        return self->settings;
    if (self->team == &oc_team_initial)
        return &oc_settings;
    struct oc_settings *own = malloc(sizeof *own);
    if (!own) {
        oc_message("OpenMP", ": no memory for what a thread sets");
        hal_abort(1);
    }
    *own = *oc_settings_here();
    own->threads = oc_settings_threads(&own->rest);
    oc_settings_differ = true;
    return self->settings = own;
}

void oc_settings_drop(struct oc_settings *settings) {
    free(settings);
}
