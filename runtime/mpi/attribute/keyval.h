/* Key values. A key value is the key of an attribute, with the functions that copy and delete the
 * attribute. Communicators, datatypes and windows use one structure for their key values. */
#ifndef MPI_ATTRIBUTE_KEYVAL_H
#define MPI_ATTRIBUTE_KEYVAL_H

#include <mpi.h>
#include <stdbool.h>

enum oc_attributed { OC_COMM_ATTRIBUTE, OC_TYPE_ATTRIBUTE, OC_WINDOW_ATTRIBUTE };

/* The handle of an object that has attributes. */
union oc_owner {
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Win window;
};

struct oc_keyval {
    struct oc_keyval *next;
    int number;
    enum oc_attributed kind;
    bool freed;          /* the user has freed the key value, but attributes still use it */
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

/* Makes a key value for one kind of object, without functions. Its only reference belongs to the
 * user. Returns null if there is no memory. */
struct oc_keyval *oc_keyval_new(enum oc_attributed kind, void *extra);

/* The key value with this number, or null. If the user has freed a key value, it is still found
 * while an attribute uses it. */
struct oc_keyval *oc_keyval_find(enum oc_attributed kind, int number);

void oc_keyval_release(struct oc_keyval *keyval);

/* Call the user's functions, or do what the predefined ones do. Both return MPI_SUCCESS or an error
 * code. `copied` is set if the new object gets the attribute. */
int oc_keyval_copy(const struct oc_keyval *keyval, union oc_owner owner, void *value, void **copy,
                   int *copied);
int oc_keyval_remove(const struct oc_keyval *keyval, union oc_owner owner, void *value);

#endif
