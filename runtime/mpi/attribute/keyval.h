/* Key values. A key value names an attribute, and contains the functions that copy and delete the
 * attribute. Communicators, datatypes and windows use one structure for key values. */
#ifndef MPI_ATTRIBUTE_KEYVAL_H
#define MPI_ATTRIBUTE_KEYVAL_H

#include <mpi.h>
#include <stdbool.h>

enum oc_attributed { OC_COMM_ATTRIBUTE, OC_TYPE_ATTRIBUTE, OC_WINDOW_ATTRIBUTE };

/* An object with attributes, by its handle. */
union oc_owner {
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Win window;
};

struct oc_keyval {
    struct oc_keyval *next;
    int number;
    enum oc_attributed kind;
    bool freed;          /* the user has freed it, but attributes still use it */
    unsigned references; /* references by the user and by attributes */
    union {
        MPI_Comm_copy_attr_function *comm;
        MPI_Type_copy_attr_function *type;
        MPI_Win_copy_attr_function *window;
    } copy;
    union {
        MPI_Comm_delete_attr_function *comm;
        MPI_Type_delete_attr_function *type;
        MPI_Win_delete_attr_function *window;
    } remove;
    void *extra;
};

/* Makes a key value for one kind of object. It has no functions, and one reference, which belongs
 * to the user. Returns null if there is no memory. */
struct oc_keyval *oc_keyval_new(enum oc_attributed kind, void *extra);

/* The key value with this number, or null. A key value that the user has freed is found as long as
 * an attribute uses it. */
struct oc_keyval *oc_keyval_find(enum oc_attributed kind, int number);

void oc_keyval_release(struct oc_keyval *keyval);

/* These functions call the user's functions, or do what the predefined ones do. Both return
 * MPI_SUCCESS or an error code. `copied` is set if the new object gets the attribute. */
int oc_keyval_copy(const struct oc_keyval *keyval, union oc_owner owner, void *value, void **copy,
                   int *copied);
int oc_keyval_remove(const struct oc_keyval *keyval, union oc_owner owner, void *value);

#endif
