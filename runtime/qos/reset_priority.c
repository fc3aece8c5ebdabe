#include "qos/result.h"

int resetPriority(int PROC_ID, int MEM_ID) {
    int result = wrong(PROC_ID, MEM_ID);
    if (result)
        return result;
    hal_priority_reset(PROC_ID, MEM_ID);
    hal_fence();
    return QOS_DONE;
}
