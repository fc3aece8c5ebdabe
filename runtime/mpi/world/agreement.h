/* The agreement among the places of a job about ranks, over a binomial tree of words in the shared
 * blocks. Place p is the parent of p + 1, p + 2, p + 4, … up to its lowest set bit, so a subtree is
 * a range of places: sizes go up, ranks in the order of places come down. */
#ifndef MPI_WORLD_AGREEMENT_H
#define MPI_WORLD_AGREEMENT_H

/* The two occasions. */
enum { OC_JOIN, OC_LEAVE };

/* Returns when all places have called it, on each occasion once. Gives this process' rank, and by
 * `size` how many there are. */
int oc_agree(int occasion, int *size);

#endif
