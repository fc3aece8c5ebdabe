/* A model of the protocol of runtime/jobs/allocator.c for the model checker Spin, with all policies
 * and every order of deliveries. Job j is the j-th of the global order, and kernel j is its home.
 * Each kernel has CORES cores. Compile with -DKERNELS=… -DJOBS=… -DPOLICY=… (0 cancel, 1 sequencer,
 * 2 auto, with a bit of SEQUENCED for each job that goes to the sequencer) and -DNEED_j=….
 *
 * Checked: No kernel gives more cores than it has. A job gets exactly what it needs, once. Every
 * job runs. When nothing can happen any more, nothing is reserved and no kernel waits. A request is
 * repeated at most ATTEMPTS − 1 times. -DFAULT=1 … plant faults. */
#ifndef KERNELS
#define KERNELS 3
#endif
#ifndef JOBS
#define JOBS KERNELS
#endif
#ifndef POLICY
#define POLICY 0
#endif
#ifndef CORES
#define CORES 1
#endif
#ifndef FAULT
#define FAULT 0
#endif
#define ALL (KERNELS * CORES)
#ifndef NEED_0
#define NEED_0 ALL
#endif
#ifndef NEED_1
#define NEED_1 ALL
#endif
#ifndef NEED_2
#define NEED_2 ALL
#endif
#ifndef NEED_3
#define NEED_3 ALL
#endif
#define SEQUENCER (KERNELS - 1)
#ifndef SEQUENCED
#define SEQUENCED 0
#endif
#define COORDINATOR(j) ((POLICY == 1 || POLICY == 2 && (SEQUENCED >> (j) & 1)) -> SEQUENCER : j)
#ifndef ATTEMPTS
#define ATTEMPTS (POLICY == 1 -> 1 : JOBS + 1)
#endif
#define NOBODY JOBS /* no job */

mtype = {request, response, spawn, cancel, submit, unknown, blocked, requested, over};

chan to[KERNELS * KERNELS] = [3 * JOBS] of {mtype, byte, byte, byte}; /* kind, job, attempt, cores */
#define CHANNEL(from, target) to[(from) * KERNELS + (target)]

byte need[JOBS];
byte idle[KERNELS], reserved[KERNELS * JOBS], running[KERNELS * JOBS];
bool waits[KERNELS * JOBS]; /* whether the job's request has reached the kernel */
#define AT(k, j) ((k) * JOBS + (j))

mtype state[JOBS]; /* the job's state at its coordinator */
byte attempt[JOBS], gathered[JOBS];
byte share[JOBS * KERNELS]; /* once the job is over, its shares are fixed */
byte outstanding[KERNELS];
bool is_submitted[JOBS];

inline send_to_all(kind, j) {
    other = 0;
    do
    :: other < KERNELS ->
        if
        :: other != self -> CHANNEL(self, other)!kind(j, attempt[j], 0)
        :: else
        fi;
        other++
    :: else -> break
    od
}

inline start(j) {
    assert(share[j * KERNELS + self] <= reserved[AT(self, j)]);
    running[AT(self, j)] = share[j * KERNELS + self];
    idle[self] = idle[self] + reserved[AT(self, j)] - running[AT(self, j)];
    reserved[AT(self, j)] = 0
}

inline gather(j, kernel, cores) {
    share[j * KERNELS + kernel] = share[j * KERNELS + kernel] + cores;
    gathered[j] = gathered[j] + cores;
    if
    :: gathered[j] >= need[j] ->
        /* The last kernel gives no more than is needed. */
        share[j * KERNELS + kernel] = share[j * KERNELS + kernel] - (gathered[j] - need[j]);
        state[j] = over;
        outstanding[self] = NOBODY;
        waits[AT(self, j)] = false;
        send_to_all(spawn, j);
        start(j)
    :: else
    fi
}

inline forget_shares(j) {
    other = 0;
    do
    :: other < KERNELS -> share[j * KERNELS + other] = 0; other++
    :: else -> break
    od;
    gathered[j] = 0
}

/* Serves the first jobs of the kernel's queue until no more can be done. */
inline proceed() {
    do
    :: true ->
        head = 0;
        do
        :: head < JOBS && !waits[AT(self, head)] -> head++
        :: else -> break
        od;
        if
        :: head == NOBODY -> break
        :: else
        fi;
        /* With auto, the sequencer cancels its own request only for other kernels' jobs. */
        must_cancel = POLICY != 1 && FAULT != 1 && outstanding[self] != NOBODY &&
                      outstanding[self] != head;
        if
        :: POLICY == 2 && self == SEQUENCER && must_cancel ->
            other = 0;
            do
            :: other < outstanding[self] && !(waits[AT(self, other)] && COORDINATOR(other) != self) ->
                other++
            :: else -> break
            od;
            must_cancel = FAULT != 4 && other < outstanding[self]
        :: else
        fi;
        if
        :: self == COORDINATOR(head) && state[head] == blocked && outstanding[self] == NOBODY ->
            state[head] = requested;
            attempt[head]++;
            assert(attempt[head] <= ATTEMPTS);
            outstanding[self] = head;
            send_to_all(request, head)
        :: else ->
            if
            :: must_cancel ->
                mine = outstanding[self];
                state[mine] = blocked;
                idle[self] = idle[self] + reserved[AT(self, mine)];
                reserved[AT(self, mine)] = 0;
                outstanding[self] = NOBODY;
                forget_shares(mine);
                send_to_all(cancel, mine)
            :: else ->
                if
                :: POLICY == 1 && self == SEQUENCER -> head = outstanding[self]
                :: POLICY == 2 && self == SEQUENCER ->
                    do
                    :: head < JOBS && !(waits[AT(self, head)] &&
                                        (COORDINATOR(head) != self || state[head] == requested)) ->
                        head++
                    :: else -> break
                    od
                :: else
                fi;
                if
                :: head == NOBODY || idle[self] == 0 ||
                   reserved[AT(self, head)] >= need[head] -> break
                :: else
                fi;
                if
                :: self == COORDINATOR(head) && state[head] != requested -> break
                :: else
                fi;
                some = need[head] - reserved[AT(self, head)];
                if
                :: some > idle[self] -> some = idle[self]
                :: else
                fi;
                idle[self] = idle[self] - some;
                reserved[AT(self, head)] = reserved[AT(self, head)] + some;
                if
                :: self == COORDINATOR(head) -> gather(head, self, some)
                :: else ->
                    CHANNEL(self, COORDINATOR(head))!response(head, known[head], some)
                fi
            fi
        fi
    od
}

inline take(j) {
    state[j] = blocked;
    waits[AT(self, j)] = true
}

inline receive(from) {
    CHANNEL(from, self)?kind(j, number, some);
    if
    :: kind == request -> waits[AT(self, j)] = true; known[j] = number
    :: kind == cancel || kind == spawn ->
        assert(waits[AT(self, j)]);
        if
        :: kind == spawn -> start(j)
        :: FAULT == 3 && kind == cancel -> reserved[AT(self, j)] = 0
        :: else
        fi;
        idle[self] = idle[self] + reserved[AT(self, j)];
        reserved[AT(self, j)] = 0;
        waits[AT(self, j)] = false
    :: kind == response ->
        if
        :: outstanding[self] == j && (attempt[j] == number || FAULT == 2) -> gather(j, from, some)
        :: else
        fi
    :: kind == submit -> take(j)
    fi
}

proctype kernel(byte self) {
    mtype kind;
    byte j, number, some, head, mine, other, known[JOBS];
    bool must_cancel;
end:
    do
    :: atomic { self < JOBS && !is_submitted[self] ->
        is_submitted[self] = true;
        if
        :: need[self] <= idle[self] -> /* placed at once, without the protocol */
            running[AT(self, self)] = need[self];
            idle[self] = idle[self] - need[self];
            share[self * KERNELS + self] = need[self];
            state[self] = over
        :: else ->
            if
            :: self == COORDINATOR(self) -> take(self)
            :: else -> CHANNEL(self, SEQUENCER)!submit(self, 0, 0)
            fi
        fi;
        proceed() }
    :: atomic { nempty(CHANNEL(0, self)) -> receive(0); proceed() }
    :: atomic { nempty(CHANNEL(1, self)) -> receive(1); proceed() }
#if KERNELS > 2
    :: atomic { nempty(CHANNEL(2, self)) -> receive(2); proceed() }
#endif
#if KERNELS > 3
    :: atomic { nempty(CHANNEL(3, self)) -> receive(3); proceed() }
#endif
    :: atomic { running[AT(self, 0)] > 0 -> /* the job's tasks on this kernel end */
        idle[self] = idle[self] + running[AT(self, 0)]; running[AT(self, 0)] = 0; proceed() }
#if JOBS > 1
    :: atomic { running[AT(self, 1)] > 0 ->
        idle[self] = idle[self] + running[AT(self, 1)]; running[AT(self, 1)] = 0; proceed() }
#endif
#if JOBS > 2
    :: atomic { running[AT(self, 2)] > 0 ->
        idle[self] = idle[self] + running[AT(self, 2)]; running[AT(self, 2)] = 0; proceed() }
#endif
#if JOBS > 3
    :: atomic { running[AT(self, 3)] > 0 ->
        idle[self] = idle[self] + running[AT(self, 3)]; running[AT(self, 3)] = 0; proceed() }
#endif
    od
}

init {
    byte i, k, sum;
    atomic {
        need[0] = NEED_0;
#if JOBS > 1
        need[1] = NEED_1;
#endif
#if JOBS > 2
        need[2] = NEED_2;
#endif
#if JOBS > 3
        need[3] = NEED_3;
#endif
        for (i : 0 .. JOBS - 1) { state[i] = unknown }
        for (i : 0 .. KERNELS - 1) { idle[i] = CORES; outstanding[i] = NOBODY }
        for (i : 0 .. KERNELS - 1) { run kernel(i) }
    }
    timeout -> /* nothing can happen any more */
    d_step {
        for (i : 0 .. JOBS - 1) {
            assert(state[i] == over);
            sum = 0;
            for (k : 0 .. KERNELS - 1) { sum = sum + share[i * KERNELS + k] }
            assert(sum == need[i])
        }
        for (k : 0 .. KERNELS - 1) { assert(idle[k] == CORES) }
    }
}
