/* OMP_DISPLAY_AFFINITY (OpenMP 5.2, 21.2.4). */
#ifndef OMP_SETTINGS_AFFINITY_H
#define OMP_SETTINGS_AFFINITY_H

/* The type of a function that displays where the threads are. A thread calls it before it starts a
 * region of `threads` threads (0: the usual number). A thread that has already displayed its
 * present number and team size at its level displays nothing. */
typedef void oc_affinity_show_function(unsigned threads);
oc_affinity_show_function oc_affinity_show;

/* The function oc_affinity_show() if the environment requests the display, otherwise null. Regions
 * that start at once with the team of the last region do not check this pointer. */
extern oc_affinity_show_function *oc_affinity_shown;

#endif
