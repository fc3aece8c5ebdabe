#include "omp/task/tasks.h"

void oc_task_tell(struct oc_tasks *own) {
    uint32_t hungry = own->hungry;
    int which = 0;
    while (!(hungry >> which & 1))
        which++;
    oc_task_tell_one(own, which);
}
