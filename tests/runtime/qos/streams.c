/* Streams of many lengths: around all places, and from all places to place 0. */
#include <string.h>

#include "../hal/check.h"
#include "onchip_qos.h"

enum { MOST = 5000 };
static byte sent[MOST], received[MOST + 1];

static byte at(int place, int i) {
    return (byte)(i * 7 + i / 251 + place * 31);
}

static void fill(int place, int length) {
    for (int i = 0; i < length; i++)
        sent[i] = at(place, i);
}

/* Receives a stream of `from`, and checks every byte. */
static void take(int from, int length) {
    memset(received, 0xee, sizeof received);
    check("received", rcvStreamQoS(received, length, hal_place()) == QOS_DONE);
    int wrong = 0;
    for (int i = 0; i < length; i++)
        wrong += received[i] != at(from, i);
    check("every byte", wrong == 0);
    check("no more", received[length] == 0xee);
}

/* Even places send first, and odd ones receive first. */
static void around(int length) {
    int place = hal_place(), places = hal_places();
    int next = (place + 1) % places, before = (place + places - 1) % places;
    fill(place, length);
    if (place % 2)
        take(before, length);
    check("sent", sendStreamQoS(sent, length, next) == QOS_DONE);
    if (place % 2 == 0)
        take(before, length);
}

/* The first byte of each stream holds its sender. */
static void to_one(int length) {
    int place = hal_place();
    fill(place, length);
    sent[0] = (byte)place;
    if (place > 0) {
        check("to one", sendStreamQoS(sent, length, 0) == QOS_DONE);
        return;
    }
    for (int other = 1; other < hal_places(); other++) {
        check("from all", rcvStreamQoS(received, length, 0) == QOS_DONE);
        int wrong = 0;
        for (int i = 1; i < length; i++)
            wrong += received[i] != at(received[0], i);
        check("unmixed", wrong == 0);
    }
}

static void misuse(void) {
    int place = hal_place(), places = hal_places(), next = (place + 1) % places;
    int nobody = places + hal_controllers();
    check("to nobody", sendStreamQoS(sent, 1, nobody) == QOS_NO_MEMORY);
    check("to oneself", sendStreamQoS(sent, 1, place) == QOS_NO_MEMORY);
    check("not here", rcvStreamQoS(received, 1, next) == QOS_NO_MEMORY);
    check("less than nothing", sendStreamQoS(sent, -1, next) == QOS_BAD_LENGTH);
    if (place == 0) {
        check("longer", sendStreamQoS(sent, 3000, 1) == QOS_DONE);
        check("shorter", sendStreamQoS(sent, 10, 1) == QOS_DONE);
    } else if (place == 1) {
        check("cut", rcvStreamQoS(received, 5, 1) == QOS_OTHER_LENGTH);
        check("short", rcvStreamQoS(received, 20, 1) == QOS_OTHER_LENGTH);
    }
    meet();
}

int main(void) {
    const int lengths[] = {0, 1, 63, 64, 511, 512, 513, 1023, 1024, 1025, MOST};
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++)
        around(lengths[i]);
    meet();
    const int all[] = {1, 700, 3000};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        to_one(all[i]);
        /* All streams of one length are complete before streams of another length begin. */
        meet();
    }
    misuse();
    printf("done\n");
    return 0;
}
