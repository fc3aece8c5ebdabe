/* The teams construct (OpenMP 5.2, 10.2). */
#ifndef OMP_REGION_TEAMS_H
#define OMP_REGION_TEAMS_H

/* Lowers the number of threads that a team may have; 0: leaves it as it is. */
void oc_limit_threads(int most);

#endif
