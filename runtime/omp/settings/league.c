#include "omp/settings/league.h"

struct oc_league oc_league = {.teams = 1};
