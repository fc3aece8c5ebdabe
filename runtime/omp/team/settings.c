#include "omp/team/settings.h"

#include "omp/team/message.h"
#include "omp/team/team.h"

bool oc_settings_differ;

/* The settings, and how many regions further out they were made. */
static const struct oc_settings *find(int *outwards) {
    const struct oc_settings *settings = oc_thread.settings;
    *outwards = 0;
    for (const struct oc_team *team = oc_thread.team; !settings && team->outer;
         team = team->outer) {
        settings = team->settings;
        ++*outwards;
    }
    return settings ? settings : &oc_settings;
}

const struct oc_settings *oc_settings_here(void) {
    int outwards;
    return oc_settings_differ ? find(&outwards) : &oc_settings;
}

int oc_settings_threads(const int **rest) {
    int outwards;
    const struct oc_settings *settings = find(&outwards);
    int threads = settings->threads;
    for (*rest = settings->rest; outwards && *rest && **rest; outwards--)
        threads = *(*rest)++;
    return threads;
}

/* More than there are was asked for. */
static __attribute__((noinline, cold)) int limited(void) {
    static bool has_said;
    /* Who has set the limit knows it. */
    if (!has_said && !oc_settings.is_dynamic && oc_settings.limit == hal_threads())
        oc_message_number("OpenMP: more threads asked for than there are cores: a region gets ",
                          oc_settings.limit);
    has_said = true;
    return oc_settings.limit;
}

int oc_team_size(unsigned asked) {
    return asked > (unsigned)oc_settings.limit ? limited() : (int)asked;
}

void oc_settings_apply(struct oc_settings *settings) {
    if (settings != &oc_settings)
        return;
    oc_settings.team = oc_team_size((unsigned)oc_settings.threads);
    if (oc_settings.most_active_levels == 0)
        oc_settings.team = 1;
    /* The team that is ready may have more threads than are allowed now. */
    if (oc_thread.ready > oc_settings.limit || oc_settings.team == 1)
        oc_thread.ready = 0;
}
