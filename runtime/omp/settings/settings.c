#include "omp/settings/settings.h"

#include "hal/store.h"
#include "omp/team/message.h"
#include "omp/team/team.h"

bool oc_settings_differ;

/* Finds the settings of the calling task: those of the task itself or, if it has none, those of the
 * innermost enclosing task that has its own. `outwards` counts the regions between these two
 * tasks. */
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
    return HAL_READ(&oc_settings_differ) ? find(&outwards) : &oc_settings;
}

int oc_settings_threads(const int **rest) {
    int outwards;
    const struct oc_settings *settings = find(&outwards);
    int threads = settings->threads;
    for (*rest = settings->rest; outwards && *rest && **rest; outwards--)
        threads = *(*rest)++;
    return threads;
}

/* Whether the program has to expect that a region gets fewer threads than it requests. This is so
 * if the number of threads may be adjusted (OMP_DYNAMIC), or if a limit is set. */
static bool is_expected(void) {
    return oc_settings_here()->is_dynamic || oc_settings.limit != hal_threads();
}

static __attribute__((noinline, cold)) int limited(int asked) {
    static int has_said;
    if (!is_expected() && !__atomic_exchange_n(&has_said, 1, __ATOMIC_RELAXED))
        oc_message_threads("a region", asked, oc_settings.limit,
                           ": there are no more cores (--threads N)\n");
    return oc_settings.limit;
}

int oc_team_size_within_limit(unsigned asked) {
    return asked > (unsigned)oc_settings.limit ? limited((int)asked) : (int)asked;
}

void oc_team_is_short(unsigned asked, int given) {
    static int has_said;
    if (!is_expected() && !__atomic_exchange_n(&has_said, 1, __ATOMIC_RELAXED))
        oc_message_threads("a region inside another one", (int)asked, given,
                           ": no more cores are idle (--threads N)\n");
}

/* Sets a word in the block of each thread. A thread reads its own word at each nested region, and
 * looks at the settings, which may be in another tile, only if the word is set. */
static void notify_threads(void) {
    static bool is_told;
    if (__atomic_load_n(&is_told, __ATOMIC_RELAXED) || hal_threads() == 1)
        return;
    for (int i = 0; i < hal_threads(); i++)
        hal_store(hal_thread_block(i) + OC_IN_BLOCK(region.may_nest), 1);
    oc_flush();
    __atomic_store_n(&is_told, true, __ATOMIC_RELAXED);
}

void oc_settings_apply(struct oc_settings *settings) {
    if (settings->most_active_levels > 1)
        notify_threads();
    if (settings != &oc_settings)
        return;
    oc_thread.usual = oc_team_size_within_limit((unsigned)oc_settings.threads);
    if (oc_settings.most_active_levels == 0)
        oc_thread.usual = 1;
    /* The team that is ready for the next region may have more threads than are now allowed. */
    if (oc_thread.ready > oc_settings.limit || oc_thread.usual == 1)
        oc_thread.ready = 0;
}
