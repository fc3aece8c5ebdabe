/* Leagues. Their teams run one after the other, which the standard allows; thread 0 is the initial
 * thread of each. */
#include "omp/settings/league.h"
#include "omp/settings/settings.h"

void GOMP_teams_reg(oc_region *function, void *data, unsigned teams, unsigned limit,
                    unsigned flags) {
    (void)flags;
    const struct oc_settings before = oc_settings;
    int most_threads = limit ? (int)limit : oc_league.limit;
    oc_league.teams = teams ? (int)teams : oc_league.most_teams ? oc_league.most_teams : 1;
    for (oc_league.team = 0; oc_league.team < oc_league.teams; oc_league.team++) {
        /* Each team begins with the settings from before the construct. */
        if (most_threads && most_threads < before.limit)
            oc_settings.limit = most_threads;
        oc_settings_apply(&oc_settings);
        function(data);
        oc_settings = before;
    }
    oc_league.teams = 1;
    oc_league.team = 0;
    oc_settings_apply(&oc_settings);
}
