/* The first step of MPI_Finalize (MPI 4.1, section 11.2.4). */
#ifndef MPI_ATTRIBUTE_END_H
#define MPI_ATTRIBUTE_END_H

/* Deletes the attributes of MPI_COMM_SELF. In programs that cannot set attributes, it does
 * nothing. */
void oc_attributes_end(void);

#endif
