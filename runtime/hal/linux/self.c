#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/linux/shared.h"
#include "hal/store.h"

struct self hal_self;
_Thread_local int hal_further_seat;
_Thread_local bool hal_is_of_job;
struct hal_wait_record hal_waiting;

static int number(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

/* Every process extends the file to the length that the job needs, so any process may come
 * first. */
static void *map_file(const char *path, size_t bytes) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0 ||
        (status.st_size < (off_t)bytes && ftruncate(file, (off_t)bytes) < 0)) {
        fprintf(stderr, "onchip: %s (ONCHIP_SHM): %s\n", path, strerror(errno));
        exit(1);
    }
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return memory;
}

static void *map(size_t bytes) {
    const char *path = getenv("ONCHIP_SHM");
    void *memory =
        path ? map_file(path, bytes)
             : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        fprintf(stderr, "onchip: no memory for the shared blocks: %s\n", strerror(errno));
        exit(1);
    }
    return memory;
}

static size_t to_pages(size_t bytes) {
    return (bytes + 4095) & ~(size_t)4095;
}

/* Only programs with threads link this function (thread.c). */
extern __typeof__(hal_thread_own_block) hal_thread_own_block OC_OPTIONAL;

static void take_seat(void) {
    bool is_alone = !getenv("ONCHIP_SHM");
    long all = is_alone && hal_thread_own_block ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    hal_self.threads = number("ONCHIP_THREADS", (int)all);
    if (hal_self.threads < 1 || hal_self.threads > (1 << 15) / hal_self.places) {
        fprintf(stderr, "onchip: ONCHIP_THREADS must be at least 1, and at most 32768 in all\n");
        exit(1);
    }
    bool is_kernel = hal_self.place >= hal_places();
    if (hal_self.threads > 1 && !hal_thread_own_block && !is_kernel) {
        fprintf(stderr,
                "onchip: the program has no code for further threads; compile it with -fopenmp\n");
        exit(1);
    }
    hal_self.seats = hal_self.places * hal_self.threads;
}

/* The machine of each place. The bridge, which is the last place, is on this process' machine. */
static const uint16_t *read_hosts(const char *list) {
    uint16_t *hosts = list ? calloc((size_t)hal_self.places, sizeof *hosts) : NULL;
    if (!hosts)
        return NULL;
    for (int place = 0; place < hal_self.places - hal_self.bridges; place++) {
        hosts[place] = (uint16_t)strtoul(list, (char **)&list, 10);
        list += *list == ',';
    }
    hosts[hal_self.places - 1] = (uint16_t)hal_self.host;
    return hosts;
}

__attribute__((constructor(101))) static void start(void) {
    hal_is_of_job = true;
    hal_self.place = number("ONCHIP_PLACE", 0);
    hal_self.places = number("ONCHIP_PLACES", 1);
    hal_self.kernels = number("ONCHIP_KERNELS", 0);
    hal_self.bridges = number("ONCHIP_BRIDGE", 0);
    hal_self.host = number("ONCHIP_HOST", 0);
    hal_self.programs = getenv("ONCHIP_PROGRAMS");
    if (hal_self.places < 1 || hal_self.places > 1 << 16 || hal_self.place < 0 ||
        hal_self.place >= hal_self.places) {
        fprintf(stderr, "onchip: ONCHIP_PLACE must be below ONCHIP_PLACES, at most 65536\n");
        exit(1);
    }
    hal_self.host_of = read_hosts(getenv("ONCHIP_HOSTS"));
    take_seat();
    size_t places = (size_t)hal_self.places, seats = (size_t)hal_self.seats;
    size_t devices = sizeof(struct shared) + seats * sizeof(struct shared_seat);
    size_t blocks = to_pages(devices + seats * sizeof(struct devices));
    size_t priorities = blocks + (seats + places) * HAL_SHARED_BLOCK;
    hal_self.shared = map(priorities + places * places);
    hal_self.shared->magic = SHARED_MAGIC;
    hal_self.devices = (struct devices *)((char *)hal_self.shared + devices);
    hal_self.blocks = (char *)hal_self.shared + blocks;
    hal_self.priorities = (_Atomic uint8_t *)hal_self.shared + priorities;

    /* Lets other processes of the job read and write the memory of this process, even where the
     * kernel allows that only to a debugger. */
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    /* If the launcher ends for any reason, its processes end too. */
    if (getenv("ONCHIP_SHM")) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        hal_start_watching_faults();
    }
    hal_self.shared->seats[hal_self.place].waiting = (uintptr_t)&hal_waiting;
    hal_self.shared->seats[hal_self.place].process = getpid();
    if (hal_self.shared->aborted)
        _exit(1);

    /* As on the chip, output appears line by line, each line as a whole. */
    setvbuf(stdout, NULL, _IOLBF, 0);
    errno = 0; /* a kernel without Yama refuses PR_SET_PTRACER, and programs may expect 0 */
}

__attribute__((destructor(101))) static void end(void) {
    if (hal_self.blocks)
        hal_store(hal_shared_of(hal_self.place) + HAL_SHARED_BYTES, 1);
}
