/* A stream goes to a process that ends without receiving it. */
#include "../hal/check.h"
#include "onchip_qos.h"

int main(void) {
    static byte buffer[10];
    if (hal_place() == 0)
        check("nobody", sendStreamQoS(buffer, 10, 1) == QOS_NO_PROCESS);
    printf("done\n");
    return 0;
}
