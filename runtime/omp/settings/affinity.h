/* OMP_DISPLAY_AFFINITY (OpenMP 5.2, 21.2.4). */
#ifndef OMP_SETTINGS_AFFINITY_H
#define OMP_SETTINGS_AFFINITY_H

/* Before the calling thread starts a region of so many threads (0: as many as are usual): its
 * threads say where they are, each unless it has said the same of its level before. */
typedef void oc_affinity_show_function(unsigned threads);
oc_affinity_show_function oc_affinity_show;

/* That, where the environment asks for it; else null. Regions that can start at once, with the team
 * of the last one, do not look at it. */
extern oc_affinity_show_function *oc_affinity_shown;

#endif
