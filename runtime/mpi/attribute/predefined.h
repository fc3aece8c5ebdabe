/* The predefined attributes of communicators (MPI 4.1, section 9.1.2). */
#ifndef MPI_ATTRIBUTE_PREDEFINED_H
#define MPI_ATTRIBUTE_PREDEFINED_H

/* Returns the address of the attribute's value, an integer, or null if the key is not
 * predefined. */
void *oc_predefined_attribute(int key);

#endif
