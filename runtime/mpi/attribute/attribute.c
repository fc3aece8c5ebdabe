#include "mpi/attribute/attribute.h"

#include <stdlib.h>

#include "mpi/attribute/end.h"
#include "mpi/core/communicator.h"

struct oc_attribute *oc_attribute_find(struct oc_attribute *list, const struct oc_keyval *keyval) {
    while (list && list->keyval != keyval)
        list = list->next;
    return list;
}

int oc_attribute_set(struct oc_attribute **list, union oc_owner owner, struct oc_keyval *keyval,
                     void *value) {
    struct oc_attribute *attribute = oc_attribute_find(*list, keyval);
    if (attribute) {
        int error = oc_keyval_remove(keyval, owner, attribute->value);
        if (!error)
            attribute->value = value;
        return error;
    }
    if (!(attribute = malloc(sizeof *attribute)))
        return MPI_ERR_NO_MEM;
    keyval->references++;
    *attribute = (struct oc_attribute){*list, keyval, value};
    *list = attribute;
    return MPI_SUCCESS;
}

int oc_attribute_delete(struct oc_attribute **list, union oc_owner owner,
                        struct oc_attribute *attribute) {
    int error = oc_keyval_remove(attribute->keyval, owner, attribute->value);
    if (error)
        return error;
    while (*list != attribute)
        list = &(*list)->next;
    *list = attribute->next;
    oc_keyval_release(attribute->keyval);
    free(attribute);
    return MPI_SUCCESS;
}

int oc_attributes_delete(struct oc_attribute **list, union oc_owner owner) {
    int error = MPI_SUCCESS;
    while (*list && !error)
        error = oc_attribute_delete(list, owner, *list);
    return error;
}

int oc_attributes_copy(struct oc_attribute *from, union oc_owner owner, struct oc_attribute **to) {
    if (!from)
        return MPI_SUCCESS;
    int copied, error = oc_attributes_copy(from->next, owner, to);
    void *copy;
    if (error || (error = oc_keyval_copy(from->keyval, owner, from->value, &copy, &copied)) ||
        !copied)
        return error;
    return oc_attribute_set(to, owner, from->keyval, copy);
}

/* MPI_Finalize refers to this function by a weak symbol, so it calls it only in programs that use
 * attributes. */
void oc_attributes_end(void) {
    union oc_owner self = {.comm = MPI_COMM_SELF};
    oc_attributes_delete(&oc_comm_self.attributes, self);
}
