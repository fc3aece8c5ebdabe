/* A model of what runtime/jobs/survivors.c does when a micro-kernel dies, for the model checker
 * Spin. The policy is cancel. The micro-kernels are in a line, and each passes messages to all on
 * to the next one (fixed propagation). Kernel DEATH dies at any time, even in the middle of a
 * message to all; kernel WITNESS notices the death at any time afterwards. Job j is the j-th of the
 * global order, and kernel j is its home. Each kernel has CORES cores.
 *
 * Checked: No kernel gives more cores than it has. Each job runs once, except jobs whose home is
 * dead, that have a share of the dead kernel's cores, or for which too few cores are left. When
 * nothing can happen any more, no living kernel keeps or waits for anything. A message never
 * overtakes an earlier one from its source. -DFAULT=1 … plant faults. */
#ifndef KERNELS
#define KERNELS 3
#endif
#ifndef JOBS
#define JOBS 2
#endif
#ifndef DEATH
#define DEATH 1
#endif
#ifndef WITNESS
#define WITNESS 0
#endif
#ifndef CORES
#define CORES 1
#endif
#ifndef NEED_0
#define NEED_0 2
#endif
#ifndef NEED_1
#define NEED_1 2
#endif
#ifndef NEED_2
#define NEED_2 2
#endif
#ifndef FAULT
#define FAULT 0
#endif
#define NOBODY JOBS /* no job */
#define LEFT ((KERNELS - 1) * CORES)

mtype = {request, response, spawn, cancel, died, relay, blocked, requested, over, withdrawn};

/* A message: kind, job, attempt, and cores (in a response) or serial number (in a message to all,
 * or of a death). */
chan to[KERNELS * KERNELS] = [3 * JOBS + 4] of {mtype, byte, byte, byte};
#define CHANNEL(from, target) to[(from) * KERNELS + (target)]
#define AT(k, j) ((k) * JOBS + (j))

byte need[JOBS];
byte idle[KERNELS], reserved[KERNELS * JOBS], running[KERNELS * JOBS];
bool waits[KERNELS * JOBS], has_spawn[KERNELS * JOBS], has_run[KERNELS * JOBS];
mtype state[JOBS];
byte attempt[JOBS], gathered[JOBS];
byte share[JOBS * KERNELS];
byte outstanding[KERNELS], serial[KERNELS], seen[KERNELS * KERNELS];
bool is_submitted[JOBS], is_dead, knows[KERNELS], announced[KERNELS * KERNELS];

#define GONE(k) ((k) == DEATH && is_dead)
#define KNOWN_DEAD(k) ((k) == DEATH && knows[self])

/* The dying kernel may die before any message. */
inline send(target, kind, j, number, value) {
    if
    :: self == DEATH && !is_dead && FAULT != 9 ->
        if
        :: is_dead = true
        :: true
        fi
    :: else
    fi;
    if
    :: GONE(self) || GONE(target) /* the message is lost */
    :: else -> CHANNEL(self, target)!kind(j, number, value)
    fi
}

/* Sends along the line in both directions. Once a kernel is known to be dead, sends directly to
 * every kernel. */
inline send_to_all(kind, j) {
    serial[self]++;
    if
    :: knows[self] ->
        other = 0;
        do
        :: other < KERNELS ->
            if
            :: other != self && other != DEATH -> send(other, kind, j, attempt[j], serial[self])
            :: else
            fi;
            other++
        :: else -> break
        od
    :: else ->
        if
        :: self > 0 -> send(self - 1, kind, j, attempt[j], serial[self])
        :: else
        fi;
        if
        :: self < KERNELS - 1 -> send(self + 1, kind, j, attempt[j], serial[self])
        :: else
        fi
    fi
}

inline start(j) {
    has_spawn[AT(self, j)] = true;
    if
    :: knows[self] && share[j * KERNELS + DEATH] > 0 -> /* the job is lost */
        idle[self] = idle[self] + reserved[AT(self, j)]
    :: else ->
        assert(share[j * KERNELS + self] <= reserved[AT(self, j)]);
        assert(!has_run[AT(self, j)]);
        running[AT(self, j)] = share[j * KERNELS + self];
        has_run[AT(self, j)] = share[j * KERNELS + self] > 0;
        idle[self] = idle[self] + reserved[AT(self, j)] - running[AT(self, j)]
    fi;
    reserved[AT(self, j)] = 0;
    waits[AT(self, j)] = false
}

inline release(j) {
    idle[self] = idle[self] + reserved[AT(self, j)];
    reserved[AT(self, j)] = 0;
    waits[AT(self, j)] = false
}

inline gather(j, kernel, cores) {
    share[j * KERNELS + kernel] = share[j * KERNELS + kernel] + cores;
    gathered[j] = gathered[j] + cores;
    if
    :: gathered[j] >= need[j] ->
        share[j * KERNELS + kernel] = share[j * KERNELS + kernel] - (gathered[j] - need[j]);
        state[j] = over;
        outstanding[self] = NOBODY;
        send_to_all(spawn, j);
        start(j)
    :: else
    fi
}

inline withdraw(j) {
    idle[self] = idle[self] + reserved[AT(self, j)];
    reserved[AT(self, j)] = 0;
    outstanding[self] = NOBODY;
    gathered[j] = 0;
    other = 0;
    do
    :: other < KERNELS -> share[j * KERNELS + other] = 0; other++
    :: else -> break
    od;
    send_to_all(cancel, j)
}

inline proceed() {
    do
    :: GONE(self) -> break
    :: else ->
        head = 0;
        do
        :: head < JOBS && !waits[AT(self, head)] -> head++
        :: else -> break
        od;
        if
        :: head == NOBODY -> break
        :: else
        fi;
        if
        :: self == head && state[head] == blocked && outstanding[self] == NOBODY ->
            state[head] = requested;
            attempt[head]++;
            outstanding[self] = head;
            send_to_all(request, head)
        :: else ->
            if
            :: outstanding[self] != NOBODY && outstanding[self] != head ->
                mine = outstanding[self];
                state[mine] = blocked;
                withdraw(mine)
            :: else ->
                if
                :: idle[self] == 0 || reserved[AT(self, head)] >= need[head] ||
                   (self == head && state[head] != requested) -> break
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
                :: self == head -> gather(head, self, some)
                :: else -> send(head, response, head, known[head], some)
                fi
            fi
        fi
    od
}

/* ---- A death ---- */

inline tell_others() {
    j = 0;
    do
    :: j < JOBS ->
        other = 0;
        do
        :: other < KERNELS ->
            if
            :: FAULT != 1 && has_spawn[AT(self, j)] && (j == self || j == DEATH) && other != self &&
               other != DEATH && share[j * KERNELS + other] > 0 -> send(other, relay, j, 0, 0)
            :: else
            fi;
            other++
        :: else -> break
        od;
        j++
    :: else -> break
    od;
    third = 0;
    do
    :: third < KERNELS ->
        if
        :: third != self && third != DEATH ->
            send(third, died, outstanding[self],
                 (outstanding[self] == NOBODY -> 0 : attempt[outstanding[self]]), serial[self])
        :: else
        fi;
        third++
    :: else -> break
    od
}

inline lose() {
    if
    :: knows[self]
    :: else ->
        knows[self] = true;
        tell_others();
        /* Drops the cores that the dead kernel has offered for the current request. */
        mine = outstanding[self];
        if
        :: mine != NOBODY && FAULT != 2 ->
            gathered[mine] = gathered[mine] - share[mine * KERNELS + DEATH];
            share[mine * KERNELS + DEATH] = 0
        :: else
        fi;
        /* Withdraws this kernel's own job if too few cores are left for it. */
        if
        :: self < JOBS && (state[self] == blocked || state[self] == requested) && need[self] > LEFT ->
            if
            :: outstanding[self] == self -> withdraw(self)
            :: else
            fi;
            state[self] = withdrawn;
            waits[AT(self, self)] = false
        :: else
        fi;
        /* Ends the jobs here that had a share of the dead kernel's cores. */
        j = 0;
        do
        :: j < JOBS ->
            if
            :: share[j * KERNELS + DEATH] > 0 && has_spawn[AT(self, j)] ->
                idle[self] = idle[self] + running[AT(self, j)];
                running[AT(self, j)] = 0
            :: else
            fi;
            j++
        :: else -> break
        od
    fi
}

/* Drops what is left of the dead kernel's request, when all other kernels have reported. */
inline settle() {
    other = 0;
    do
    :: other < KERNELS && (other == self || other == DEATH || announced[self * KERNELS + other] ||
                           FAULT == 3) -> other++
    :: else -> break
    od;
    if
    :: other == KERNELS && DEATH < JOBS && waits[AT(self, DEATH)] && FAULT != 4 -> release(DEATH)
    :: else
    fi
}

/* Sets this kernel's queue to the state that the source has sent, as far as it concerns the jobs
 * whose home is the source. */
inline synchronize(source, job, tries, last) {
    if
    :: last > seen[self * KERNELS + source] && FAULT != 5 ->
        seen[self * KERNELS + source] = last;
        if
        :: source < JOBS ->
            if
            :: waits[AT(self, source)] && !(job == source && known[source] == tries) ->
                release(source)
            :: else
            fi;
            if
            :: job == source -> waits[AT(self, source)] = true; known[source] = tries
            :: else
            fi
        :: else
        fi
    :: else
    fi
}

inline receive(from) {
    CHANNEL(from, self)?kind(job, number, value);
    if
    :: GONE(self) /* no kernel hears it */
    :: else ->
        if
        :: KNOWN_DEAD(from) || ((kind == request || kind == spawn || kind == cancel) && KNOWN_DEAD(job))
        :: else ->
            if
            :: kind == request || kind == spawn || kind == cancel ->
                if
                :: !knows[self] -> /* passes it on along the line */
                    if
                    :: from < self && self < KERNELS - 1 && job < self ->
                        send(self + 1, kind, job, number, value)
                    :: else
                    fi;
                    if
                    :: from > self && self > 0 && job > self ->
                        send(self - 1, kind, job, number, value)
                    :: else
                    fi
                :: else
                fi;
                if
                :: GONE(self) || value <= seen[self * KERNELS + job]
                :: else ->
                    assert(value == seen[self * KERNELS + job] + 1);
                    seen[self * KERNELS + job] = value;
                    if
                    :: kind == request -> waits[AT(self, job)] = true; known[job] = number
                    :: kind == spawn && waits[AT(self, job)] -> start(job)
                    :: kind == cancel && waits[AT(self, job)] -> release(job)
                    :: else
                    fi
                fi
            :: kind == response ->
                if
                :: outstanding[self] == job && attempt[job] == number -> gather(job, from, value)
                :: else
                fi
            :: kind == relay ->
                if
                :: waits[AT(self, job)] && !has_spawn[AT(self, job)] -> start(job)
                :: else
                fi
            :: kind == died ->
                lose();
                announced[self * KERNELS + from] = true;
                synchronize(from, job, number, value);
                settle()
            fi
        fi
    fi
}

proctype kernel(byte self) {
    mtype kind;
    byte j, job, number, value, some, head, mine, other, third, known[JOBS];
end:
    do
    :: atomic { !GONE(self) && self < JOBS && !is_submitted[self] ->
        is_submitted[self] = true;
        if
        :: knows[self] && need[self] > LEFT -> state[self] = withdrawn
        :: else -> state[self] = blocked; waits[AT(self, self)] = true
        fi;
        proceed() }
    :: atomic { self == DEATH && !is_dead -> is_dead = true }
    :: atomic { self == WITNESS && is_dead && !knows[self] -> lose(); settle(); proceed() }
    :: atomic { nempty(CHANNEL(0, self)) -> receive(0); proceed() }
    :: atomic { nempty(CHANNEL(1, self)) -> receive(1); proceed() }
    :: atomic { nempty(CHANNEL(2, self)) -> receive(2); proceed() }
#if KERNELS > 3
    :: atomic { nempty(CHANNEL(3, self)) -> receive(3); proceed() }
#endif
    :: atomic { !GONE(self) && running[AT(self, 0)] > 0 ->
        idle[self] = idle[self] + running[AT(self, 0)]; running[AT(self, 0)] = 0; proceed() }
#if JOBS > 1
    :: atomic { !GONE(self) && running[AT(self, 1)] > 0 ->
        idle[self] = idle[self] + running[AT(self, 1)]; running[AT(self, 1)] = 0; proceed() }
#endif
#if JOBS > 2
    :: atomic { !GONE(self) && running[AT(self, 2)] > 0 ->
        idle[self] = idle[self] + running[AT(self, 2)]; running[AT(self, 2)] = 0; proceed() }
#endif
    od
}

init {
    byte i, k;
    atomic {
        need[0] = NEED_0;
#if JOBS > 1
        need[1] = NEED_1;
#endif
#if JOBS > 2
        need[2] = NEED_2;
#endif
        for (i : 0 .. KERNELS - 1) { idle[i] = CORES; outstanding[i] = NOBODY }
        for (i : 0 .. KERNELS - 1) { run kernel(i) }
    }
    timeout -> /* nothing can happen any more */
    d_step {
        assert(is_dead);
        for (i : 0 .. JOBS - 1) {
            if
            :: i == DEATH || share[i * KERNELS + DEATH] > 0 || need[i] > LEFT
            :: else ->
                assert(state[i] == over);
                for (k : 0 .. KERNELS - 1) {
                    assert(k == DEATH || share[i * KERNELS + k] == 0 || has_run[AT(k, i)])
                }
            fi
        }
        for (k : 0 .. KERNELS - 1) {
            if
            :: k != DEATH ->
                assert(idle[k] == CORES);
                for (i : 0 .. JOBS - 1) { assert(!waits[AT(k, i)]) }
            :: else
            fi
        }
    }
}
