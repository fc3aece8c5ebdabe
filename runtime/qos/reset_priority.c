#include "qos/result.h"

int resetPriority(int PROC_ID, int MEM_ID) {
    return hal_priority_reset(PROC_ID, MEM_ID);
}
