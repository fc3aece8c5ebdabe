/* Performs all kinds of accesses to other cores' memory and devices, in random order. The test
 * defines STEPS; COMPUTE, the largest number of rounds of a computation; WORDS, the 256 words that
 * a computation uses; and BEYOND, the distance in bytes from a shared block to the 256 words that
 * other tiles use (0: they are in the block). */
#include "program.h"

#include "devices.h"
#include "rectangle.h"

static uint32_t own[256];

static uint32_t someone(void) {
    return place(next(job()->places))->shared;
}

/* Returns the address of a word in the shared block of a process. If BEYOND is set and the process
 * is in another tile, the word is one of the 256 words at distance BEYOND from the block. */
static uint32_t word_at(uint32_t shared, uint32_t word) {
    int is_far = (shared ^ process()->shared) >> REGISTER(TILE_SHIFT) != 0;
    return BEYOND && is_far ? shared + BEYOND + 4 * (word % 256) : shared + 4 * word;
}

static uint32_t word_of(uint32_t shared) {
    return word_at(shared, next(1024));
}

static void compute(void) {
    double x = (double)sum;
    uint32_t *words = WORDS;
    for (uint32_t i = next(COMPUTE); i > 0; i--) {
        words[next(256)] += sum;
        mix(words[i & 255]);
        if ((i & 31) == 0) {
            x = x / 3.0 + 1.0;
            mix(sum / (i | 1));
        }
    }
    mix((uint32_t)(int32_t)(x < 1e9 ? x : 7.0));
}

static uint32_t add(uint32_t word, uint32_t value) {
    uint32_t old;
    __asm__ volatile("amoadd.w %0, %2, (%1)" : "=r"(old) : "r"(word), "r"(value) : "memory");
    return old;
}

/* Skips an instruction of four bytes that traps. */
__attribute__((naked, aligned(4))) static void skip(void) {
    __asm__ volatile("csrw mscratch, t0\n csrr t0, mepc\n addi t0, t0, 4\n csrw mepc, t0\n"
                     "csrr t0, mscratch\n mret");
}

static void trap(void) {
    uint32_t cause;
    switch (next(3)) {
    case 0:
        __asm__ volatile("ecall");
        break;
    case 1:
        __asm__ volatile(".option push\n.option norvc\nlw zero, 2(%0)\n.option pop" ::"r"(own));
        break;
    default:
        __asm__ volatile(".option push\n.option norvc\nsw zero, 0(zero)\n.option pop");
    }
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    mix(cause);
}

static void increase(uint32_t word) {
    uint32_t old, failed;
    do {
        __asm__ volatile("lr.w %0, (%2)\n addi %0, %0, 1\n sc.w %1, %0, (%2)"
                         : "=&r"(old), "=&r"(failed)
                         : "r"(word)
                         : "memory");
        mix(failed);
    } while (failed);
    mix(old);
}

/* The number of a memory controller that this tile may use; often the first. */
static uint32_t controller(void) {
    uint32_t number = next(2) * next(REGISTER(CONTROLLERS));
    while (MEMORY(number, LINKS) == MEMORY_CLOSED) {
        number = next(REGISTER(CONTROLLERS));
    }
    return number;
}

/* An address in the memory of a controller, or near the middle of the DRAM, where the memory of
 * another controller may begin. The end of each memory is left out: it has code in DRAM, which
 * transfers must leave alone. */
static uint32_t far_memory(uint32_t bytes) {
    uint32_t middle = 0xc0000000u + REGISTER(DRAM_BYTES) / 2, number = controller();
    uint32_t start = MEMORY(number, START), room = MEMORY(number, BYTES) - bytes + 1;
    if (start < middle && middle <= start + MEMORY(number, BYTES) && next(2)) {
        return middle - bytes / 2 - next(8);
    }
    return start + next(room < 4096 ? room : 4096);
}

/* Returns the address of one of the first eight words behind a memory controller. */
static uint32_t controller_word(void) {
    return MEMORY(controller(), START) + 4 * next(8);
}

static void transfer(void) {
    static uint32_t counted;
    uint32_t number = next(REGISTER(BUFFERS));
    uint32_t bytes = next(4) == 0 ? next(3) : next(300);
    /* The remote address is in a shared block, in a heap, where only the owner's access is allowed,
     * or in the memory of a controller. */
    uint32_t places = next(5);
    uint32_t counter = next(5);
    DMA(number, LOCAL) = process()->shared + 4096 + next(1024);
    DMA(number, REMOTE) = places == 0   ? far_memory(bytes)
                          : places == 1 ? someone() + 8192 + next(2048)
                                        : someone() + 4096 + next(1024);
    DMA(number, BYTES) = bytes;
    DMA(number, COUNTER) = counter == 0   ? (uint32_t)&counted
                           : counter == 1 ? controller_word()
                           : counter == 2 ? word_of(someone())
                                          : 0;
    uint32_t command = 1 + next(2);
    uint32_t shared = REGISTER(MULTICAST_LINE) ? someone() : 0;
    uint32_t targets = shared ? choose_rectangle(shared) : 0;
    if (targets) {
        DMA(number, REMOTE) = shared + 4096 + next(1024);
        DMA(number, TARGETS) = targets;
        command = DMA_MULTICAST;
    }
    DMA(number, COMMAND) = command;
    if (next(2)) {
        while (DMA(number, STATUS) == DMA_BUSY) {
            mix(1);
        }
    }
    mix(counted);
}

/* Loads and stores of every width. */
static void touch(uint32_t at) {
    switch (next(8)) {
    case 0:
        mix(*(volatile uint8_t *)(at + next(8)));
        break;
    case 1:
        mix((uint32_t) * (volatile int16_t *)(at + 2 * next(4)));
        break;
    case 2:
        *(volatile uint8_t *)(at + next(8)) = (uint8_t)sum;
        break;
    case 3:
        *(volatile uint16_t *)(at + 2 * next(4)) = (uint16_t)sum;
        break;
    case 4: {
        /* Loads a double, whose bits may have any value, and mixes both halves into the
         * checksum. */
        uint32_t low, high;
        __asm__ volatile("fld ft0, 0(%2)\n fmv.x.w %0, ft0\n fsd ft0, -16(sp)\n lw %1, -12(sp)"
                         : "=r"(low), "=r"(high)
                         : "r"(at)
                         : "ft0", "memory");
        mix(low ^ high);
        break;
    }
    case 5: {
        uint32_t bits;
        __asm__ volatile("flw ft0, 4(%1)\n fmv.x.w %0, ft0"
                         : "=r"(bits)
                         : "r"(at)
                         : "ft0", "memory");
        mix(bits);
        break;
    }
    case 6:
        __asm__ volatile("fmv.w.x ft0, %0\n fsw ft0, 4(%1)" ::"r"(sum), "r"(at) : "ft0", "memory");
        break;
    default:
        *(volatile double *)at = 1.5 * sum;
    }
}

static void sleep(void) {
    uint32_t deadline = cycle() + next(300);
    REGISTER(ARM_ADDRESS) = process()->shared + 4 * next(512);
    REGISTER(ARM_BYTES) = 4 * next(512);
    REGISTER(DEADLINE_LO) = deadline;
    REGISTER(DEADLINE_HI) = 0;
    if (next(8)) {
        mix(REGISTER(WAIT));
        mix(cycle());
    }
}

/* Random commands of a core to its data cache. */
static void cache(void) {
    uint32_t at = 0xc0000000u + 8 * next(256);
    switch (next(12)) {
    case 0:
        REGISTER(CACHE_START) = 0xc0000000u + 32 * next(8);
        REGISTER(CACHE_BYTES) = next(2) ? REGISTER(DRAM_BYTES) - 1024 : next(2048);
        break;
    case 1:
        REGISTER(CACHE_COMMAND) = 1 + next(3);
        break;
    case 2:
        __asm__ volatile("fence r, rw" ::: "memory");
        break;
    case 3:
        __asm__ volatile("fence rw, w" ::: "memory");
        break;
    case 4: /* cbo.inval, cbo.clean, cbo.flush */
        __asm__ volatile(".insn i 0x0f, 2, x0, %0, 0" ::"r"(at) : "memory");
        __asm__ volatile(".insn i 0x0f, 2, x0, %0, 1" ::"r"(at + 40) : "memory");
        __asm__ volatile(".insn i 0x0f, 2, x0, %0, 2" ::"r"(at + 80) : "memory");
        break;
    case 5: {
        uint32_t old;
        __asm__ volatile("amoadd.w.aqrl %0, %2, (%1)"
                         : "=r"(old)
                         : "r"(next(2) ? word_of(someone()) : at), "r"(sum)
                         : "memory");
        mix(old);
        break;
    }
    case 6: /* cbo.zero, which traps at an address that is not cacheable, and prefetch.w */
        __asm__ volatile(".insn i 0x0f, 2, x0, %0, 4" ::"r"(at + 8) : "memory");
        __asm__ volatile("ori zero, %0, 3" ::"r"(at));
        break;
    case 7:
        __asm__ volatile("fence.i" ::: "memory");
        break;
    default:
        for (uint32_t i = next(60); i > 0; i--) {
            touch(at + 8 * next(20));
        }
    }
}

/* Moves the border of the second-level cache to random places, and accesses words around the
 * border. On one side, memory serves as a cache, and an access to it causes a trap. */
static void border(void) {
    uint32_t way = REGISTER(SECOND_WAY), most = REGISTER(SECOND_MOST);
    uint32_t start = REGISTER(SECOND_START), value;
    if (next(2)) {
        __asm__ volatile(".option push\n.option norvc\nsw %0, 0(%1)\n.option pop" ::"r"(
                             next(8) ? way * next(most / way + 1) : next(2 * most)),
                         "r"(&REGISTER(SECOND_BYTES))
                         : "memory");
    }
    mix(REGISTER(SECOND_BYTES));
    for (uint32_t i = next(20); i > 0; i--) {
        uint32_t at = start + 4 * next(most / 4);
        __asm__ volatile(".option push\n.option norvc\nlw %0, 0(%1)\nadd %0, %0, %2\n"
                         "sw %0, 0(%1)\n.option pop"
                         : "=&r"(value)
                         : "r"(at), "r"(sum)
                         : "memory");
        mix(value);
    }
}

static void step(void) {
    if (REGISTER(SECOND_MOST) && next(6) == 0) {
        border();
        return;
    }
    if (REGISTER(CACHE_LINE) && next(2)) {
        cache();
        return;
    }
    switch (next(17)) {
    case 0:
    case 1:
    case 2:
        compute();
        break;
    case 3:
    case 4:
        for (uint32_t i = next(12); i > 0; i--) {
            WORD(word_of(someone())) = sum + i;
        }
        break;
    case 5:
        mix(WORD(word_of(someone())));
        break;
    case 6:
        mix(add(word_of(someone()), sum));
        break;
    case 7:
        increase(next(4) ? word_at(place(0)->shared, next(4)) : word_of(someone()));
        break;
    case 8:
        transfer();
        break;
    case 9:
        sleep();
        break;
    case 10:
        __asm__ volatile("fence" ::: "memory");
        mix(cycle());
        break;
    case 11: {
        uint32_t number = controller();
        uint32_t word = MEMORY(number, START) + 4 * next(MEMORY(number, BYTES) / 4);
        WORD(word) = sum;
        mix(add(controller_word(), 1));
        mix(WORD(word));
        increase(controller_word());
        break;
    }
    case 12:
    case 13:
    case 14:
        for (uint32_t i = next(8); i > 0; i--) {
            touch(next(8) ? someone() + 8 * next(512)
                          : MEMORY(controller(), START) + 8 * next(128));
        }
        break;
    case 15:
        trap();
        break;
    default:
        tell(&sum, 1);
    }
}

int program(void) {
    state = seed + 977 * process()->place;
    __asm__ volatile("csrw mtvec, %0" ::"r"(skip));
    for (int i = 0; i < STEPS; i++) {
        step();
        if (i > STEPS / 3 && next(200) == 0) {
            /* This process ends early. With every eighth seed it ends the whole job. */
            if (seed % 8 == 0) {
                host(HOST_ABORT, 3, 0, 0);
            }
            return 0;
        }
    }
    uint32_t end[2] = {sum, cycle()};
    tell(end, 2);
    return 0;
}
