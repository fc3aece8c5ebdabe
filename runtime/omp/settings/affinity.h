/* OMP_DISPLAY_AFFINITY (OpenMP 5.2, 21.2.4). */
#ifndef OMP_SETTINGS_AFFINITY_H
#define OMP_SETTINGS_AFFINITY_H

/* Displays where the threads are, before the calling thread starts a region of `threads` threads
 * (0: the usual number). A thread that has already displayed this number and size at its level
 * displays nothing. */
typedef void oc_affinity_show_function(unsigned threads);
oc_affinity_show_function oc_affinity_show;

/* The function above if the environment requests it, otherwise null. Regions that can start at
 * once, with the team of the last one, do not check it. */
extern oc_affinity_show_function *oc_affinity_shown;

#endif
