/* Settings of a single task. */
#include <stdlib.h>

#include "hal/hal.h"
#include "omp/settings/settings.h"
#include "omp/team/message.h"
#include "omp/team/team.h"

static struct oc_settings *new (void) {
    struct oc_settings *settings = malloc(sizeof *settings);
    if (!settings) {
        oc_message("OpenMP", ": no memory for thread settings");
        hal_abort(1);
    }
    return settings;
}

/* Called when the calling thread's task gets settings of its own, or loses them. Tasks that the
 * thread makes from now on then inherit the right settings. */
static void update_limits(struct oc_thread *self) {
    if (oc_tasks)
        oc_tasks_set_limits(self);
}

struct oc_settings *oc_settings_own(void) {
    struct oc_thread *self = &oc_thread;
    if (self->settings)
        return self->settings;
    if (self->team == &oc_team_initial)
        return &oc_settings;
    struct oc_settings *own = new ();
    *own = *oc_settings_here();
    own->threads = oc_settings_threads(&own->rest);
    HAL_WRITE(&oc_settings_differ, true);
    self->settings = own;
    update_limits(self);
    return own;
}

void oc_settings_drop(struct oc_thread *self) {
    free(self->settings);
    self->settings = NULL;
    update_limits(self);
}

struct oc_settings *oc_settings_inherit(const struct oc_thread *self) {
    if (!self->settings)
        return NULL;
    struct oc_settings *copy = new ();
    *copy = *self->settings;
    return copy;
}

void oc_settings_run_outside(oc_region *function, void *data) {
    const struct oc_settings before = oc_settings;
    function(data);
    oc_settings = before;
    oc_settings_apply(&oc_settings);
}
