/* Place 0 of two processes makes an access that the chip does not allow. ACT selects it. */
#include "program.h"

static const uint32_t constant = 5;
static volatile uint32_t global;

static void transfer(uint32_t local, uint32_t remote, uint32_t bytes, uint32_t command) {
    DMA(0, LOCAL) = local;
    DMA(0, REMOTE) = remote;
    DMA(0, BYTES) = bytes;
    DMA(0, COMMAND) = command;
    while (DMA(0, STATUS) == DMA_BUSY) {
    }
}

__attribute__((noinline)) int act(uint32_t theirs, uint32_t mine) {
    switch (ACT) {
    case 0: /* allowed accesses: to words of the shared block, and DMA to exposed memory */
        WORD(theirs) = 1;
        transfer(mine, theirs + 8192, 64, DMA_PUT); /* the heap behind the block */
        transfer(mine, theirs + 8192, 64, DMA_GET);
        transfer((uint32_t)&constant, theirs + 8192, 4, DMA_PUT); /* the transfer reads constants */
        transfer(mine, theirs + 8192, 4, DMA_GET);
        if (WORD(mine) != constant) {
            return 1;
        }
        /* writes 0 bytes, at the very end of the tile's memory */
        host(HOST_WRITE, 1, 0x80000000u + ((REGISTER(TILE) + 1) << REGISTER(TILE_SHIFT)), 0);
        __asm__ volatile("fence" ::: "memory");
        return (int)WORD(theirs) - 1;
    case 1: /* the other process's record; the page after it holds data */
        return (int)WORD(place(1)->shared - 1024 - 4);
    case 2: /* a store to the heap of the other process, which only packets may access */
        WORD(theirs + 8192) = 1;
        __asm__ volatile("fence" ::: "memory");
        return 0;
    case 3:
        *(volatile uint32_t *)&constant = 1;
        return 0;
    case 4: {
        uint32_t value;
        __asm__ volatile("lw %0, 2(%1)" : "=r"(value) : "r"(&global));
        return (int)value;
    }
    case 5:
        return (int)WORD(process()->stack - 4);
    case 6:
        return (int)WORD(0x30000000);
    case 7:
        WORD(0xc0000000) = 1; /* there is no DRAM on this chip */
        return 0;
    case 8:
        WORD(REGISTERS + 0x3fc) = 1;
        return 0;
    case 9:
        REGISTER(CORE) = 1;
        return 0;
    case 10:
        return *(volatile uint8_t *)REGISTERS;
    case 11:
        transfer((uint32_t)&constant, theirs, 4, DMA_GET); /* writes into code */
        return 0;
    case 12:
        transfer(mine, process()->stack - 4, 4, DMA_PUT); /* my own guard page */
        return 0;
    case 13:
        transfer(mine, 0xffffff00u, 0x200, DMA_PUT);
        return 0;
    case 14:
        ((void (*)(void))0x8000)();
        return 0;
    case 15:
        __asm__ volatile(".word 0xffffffff");
        return 0;
    case 16: {
        uint32_t old;
        __asm__ volatile("amoadd.w %0, %0, (%1)" : "=r"(old) : "r"(theirs + 2));
        return (int)old;
    }
    case 18: /* a DMA counter at an address in code: the command traps, not the later addition */
        DMA(0, COUNTER) = (uint32_t)&constant;
        transfer(mine, theirs, 4, DMA_PUT);
        return 0;
    case 19:
        DMA(0, COUNTER) = mine + 2;
        transfer(mine, theirs, 4, DMA_PUT);
        return 0;
    case 20:
        REGISTER(ARM_ADDRESS) = process()->stack - 4;
        REGISTER(ARM_BYTES) = 4;
        return 0;
    case 21:   /* a store to the page of case 1 */
    case 22: { /* a packet that writes a whole line of this page */
        uint32_t closed = place(1)->shared - 1024 - 64;
        tell(&closed, 1);
        for (uint32_t i = 0; i < 64; i += 4) {
            WORD(mine + i) = ~WORD(mine + i);
        }
        if (ACT == 21) {
            WORD(closed) = 0x5a5a5a5a;
            __asm__ volatile("fence" ::: "memory");
        } else {
            transfer(mine, closed, 64, DMA_PUT);
        }
        return 0;
    }
    default:
        host(HOST_WRITE, 1, (uint32_t) "begun", 5);
        __asm__ volatile("ecall");
        return 0;
    }
}

int program(void) {
    uint32_t mine = process()->shared;
    if (process()->place == 0) {
        return act(place(1)->shared, mine);
    }
    return 0;
}
