/* OMP_DISPLAY_AFFINITY (OpenMP 5.2, 21.2.4). */
#ifndef OMP_SETTINGS_AFFINITY_H
#define OMP_SETTINGS_AFFINITY_H

/* The type of a function that displays on which cores the threads of a team run. A thread calls it
 * before it starts a region of `threads` threads (0: the usual number). Each thread of the team
 * displays its line, except if its number and the team's size are those that it displayed last at
 * this nesting level. */
typedef void oc_affinity_show_function(unsigned threads);
oc_affinity_show_function oc_affinity_show;

/* oc_affinity_show() if the environment requests the display (OMP_DISPLAY_AFFINITY), otherwise
 * null. A region that starts at once with the team of the last region does not check this
 * pointer. */
extern oc_affinity_show_function *oc_affinity_shown;

#endif
