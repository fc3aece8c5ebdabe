/* On a chip without circuits, the calls for channels and streams return an error, and none
 * hangs. */
#include "../../hal/check.h"
#include "onchip_qos.h"

int main(void) {
    static byte buffer[10];
    uint32_t address = qos_address(0);
    check("open", ni_open_channel(address, true) == QOS_NO_CHANNELS);
    check("close", ni_close_channel(address, true) == QOS_NO_CHANNELS);
    check("send", sendStreamQoS(buffer, 10, (hal_place() + 1) % hal_places()) == QOS_NO_CHANNELS);
    check("receive", rcvStreamQoS(buffer, 10, hal_place()) == QOS_NO_CHANNELS);
    check("priority", setPriority(0, 1, 7) == QOS_DONE);
    printf("done\n");
    return 0;
}
