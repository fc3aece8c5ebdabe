/* A model of what runtime/jobs/propagation.c does when a link is lost, with the allocator on top,
 * for the model checker Spin. The policy is cancel. The micro-kernels are in a ring, so that all
 * can still be reached. PROPAGATION 0 is flood; 1 is adaptive, whose first trees are complete when
 * jobs begin. The two ends of the link between kernels 0 and 1 learn of the loss at any time,
 * independently; what is sent over the link still arrives. Job j is the j-th of the global order,
 * and kernel j is its home. Each kernel has one core.
 *
 * Checked: Each kernel gets all messages of a source once and in order. No kernel gives more cores
 * than it has. Each job runs once. When nothing can happen any more, nothing is reserved, no
 * message is held back, all kernels know of the loss, and the new trees are complete without the
 * link. -DFAULT=1 … plant faults. */
#ifndef KERNELS
#define KERNELS 3
#endif
#ifndef JOBS
#define JOBS 2
#endif
#ifndef PROPAGATION
#define PROPAGATION 0
#endif
#ifndef FAULT
#define FAULT 0
#endif
#ifndef NEED_0
#define NEED_0 KERNELS
#endif
#ifndef NEED_1
#define NEED_1 KERNELS
#endif
#ifndef NEED_2
#define NEED_2 KERNELS
#endif
#define NOBODY JOBS /* no job */
#define NONE KERNELS
#define OLD 1 /* numbers of trees */
#define NEW 2

mtype = {request, response, spawn, cancel, lost, explore, prefer, decline, blocked, requested, over};

/* A message: kind, job or source, attempt, cores (in a response) or serial number (in a message to
 * all), tree. */
chan to[KERNELS * KERNELS] = [3 * JOBS + 4] of {mtype, byte, byte, byte, byte};
chan held[KERNELS * JOBS] = [4] of {mtype, byte, byte};
#define CHANNEL(from, target) to[(from) * KERNELS + (target)]
#define AT(k, j) ((k) * JOBS + (j))
#define PAIR(k, other) ((k) * KERNELS + (other))
/* In a ring of three kernels, all are neighbours. In a ring of four, 0 and 3 are not neighbours,
 * and neither are 1 and 2. */
#define NEAR(a, b) ((a) != (b) && (KERNELS == 3 || (a) + (b) != 3))
#define IS_LOST(a, b) ((a) + (b) == 1)
#define USABLE(other) (NEAR(self, other) && !(knows[self] && IS_LOST(self, other)))

byte need[JOBS];
byte idle[KERNELS], reserved[KERNELS * JOBS], running[KERNELS * JOBS];
bool waits[KERNELS * JOBS], has_run[KERNELS * JOBS];
mtype state[JOBS];
byte attempt[JOBS], gathered[JOBS];
byte share[JOBS * KERNELS];
byte outstanding[KERNELS], serial[KERNELS], seen[KERNELS * JOBS];
bool is_submitted[JOBS], knows[KERNELS];

/* The state of adaptive propagation, for the tree of source s at kernel k: whether the new tree
 * is known, the kernel's children with a bit each, the preferred neighbour, and the number of
 * neighbours that have not answered. */
byte uses[KERNELS];
bool has_new[KERNELS * KERNELS];
byte old_children[KERNELS * KERNELS], children[KERNELS * KERNELS];
byte preferred[KERNELS * KERNELS], unanswered[KERNELS * KERNELS];

inline pass_on(except, kind, j, number, value, tree) {
    other = 0;
    do
    :: other < KERNELS ->
        if
        :: other == self || other == except
        :: other != self && other != except && PROPAGATION == 0 && USABLE(other) ->
            CHANNEL(self, other)!kind(j, number, value, tree)
        :: other != self && other != except && PROPAGATION == 1 &&
           ((tree == OLD -> old_children[PAIR(self, j)] : children[PAIR(self, j)]) >> other & 1) ->
            CHANNEL(self, other)!kind(j, number, value, tree)
        :: else
        fi;
        other++
    :: else -> break
    od
}

/* Sends a message about this kernel's own job. */
inline send_to_all(kind, j) {
    serial[self]++;
    seen[AT(self, j)] = serial[self];
    pass_on(NONE, kind, j, attempt[j], serial[self], uses[self])
}

inline start(j) {
    assert(share[j * KERNELS + self] <= reserved[AT(self, j)]);
    assert(!has_run[AT(self, j)]);
    running[AT(self, j)] = share[j * KERNELS + self];
    has_run[AT(self, j)] = true;
    idle[self] = idle[self] + reserved[AT(self, j)] - running[AT(self, j)];
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
        if
        :: self == head && state[head] == blocked && outstanding[self] == NOBODY ->
            state[head] = requested;
            attempt[head]++;
            outstanding[self] = head;
            send_to_all(request, head)
        :: else ->
            if
            :: outstanding[self] != NOBODY && outstanding[self] != head ->
                state[self] = blocked;
                idle[self] = idle[self] + reserved[AT(self, self)];
                reserved[AT(self, self)] = 0;
                outstanding[self] = NOBODY;
                gathered[self] = 0;
                other = 0;
                do
                :: other < KERNELS -> share[self * KERNELS + other] = 0; other++
                :: else -> break
                od;
                send_to_all(cancel, self)
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
                :: else -> CHANNEL(self, head)!response(head, known[head], some, 0)
                fi
            fi
        fi
    od
}

/* ---- Lost links, and trees ---- */

inline complete(source) {
    if
    :: unanswered[PAIR(self, source)] > 0
    :: unanswered[PAIR(self, source)] == 0 && source == self -> uses[self] = NEW
    :: else -> CHANNEL(self, preferred[PAIR(self, source)])!prefer(source, 0, 0, NEW)
    fi
}

inline ask(source, except) {
    has_new[PAIR(self, source)] = true;
    preferred[PAIR(self, source)] = except;
    other = 0;
    do
    :: other < KERNELS ->
        if
        :: other != except && USABLE(other) ->
            unanswered[PAIR(self, source)]++;
            CHANNEL(self, other)!explore(source, 0, 0, NEW)
        :: else
        fi;
        other++
    :: else -> break
    od;
    complete(source)
}

inline lose() {
    if
    :: knows[self]
    :: else ->
        knows[self] = true;
        if
        :: PROPAGATION == 1 && FAULT == 3 -> ask(self, NONE) /* before the other kernels know */
        :: else
        fi;
        other = 0;
        do
        :: other < KERNELS ->
            if
            :: USABLE(other) && FAULT != 1 -> CHANNEL(self, other)!lost(0, 0, 0, 0)
            :: else
            fi;
            other++
        :: else -> break
        od;
        if
        :: PROPAGATION == 1 && FAULT != 3 -> ask(self, NONE)
        :: else
        fi
    fi
}

/* Takes a message to all kernels, the next one of its source. */
inline take(kind, j, number) {
    if
    :: kind == request -> waits[AT(self, j)] = true; known[j] = number
    :: kind == spawn -> assert(waits[AT(self, j)]); start(j)
    :: kind == cancel -> assert(waits[AT(self, j)]); release(j)
    fi
}

inline hear(from, kind, j, number, value, tree) {
    if
    :: PROPAGATION == 0 && value <= seen[AT(self, j)]
    :: PROPAGATION == 0 && value > seen[AT(self, j)] ->
        assert(value == seen[AT(self, j)] + 1);
        seen[AT(self, j)] = value;
        pass_on(from, kind, j, number, value, tree);
        take(kind, j, number)
    :: else ->
        assert(tree == OLD || has_new[PAIR(self, j)]);
        pass_on(NONE, kind, j, number, value, tree);
        if
        :: value <= seen[AT(self, j)] -> assert(false) /* a tree brings each message once */
        :: value > seen[AT(self, j)] + 1 && FAULT != 2 ->
            held[AT(self, j)]!kind(number, value)
        :: else ->
            assert(value == seen[AT(self, j)] + 1);
            seen[AT(self, j)] = value;
            take(kind, j, number);
            do
            :: held[AT(self, j)]??[kind, number, eval(seen[AT(self, j)] + 1)] ->
                held[AT(self, j)]??kind(number, eval(seen[AT(self, j)] + 1));
                seen[AT(self, j)]++;
                take(kind, j, number)
            :: else -> break
            od
        fi
    fi
}

inline receive(from) {
    CHANNEL(from, self)?kind(job, number, value, tree);
    if
    :: kind == request || kind == spawn || kind == cancel ->
        hear(from, kind, job, number, value, tree)
    :: kind == response ->
        if
        :: outstanding[self] == job && attempt[job] == number -> gather(job, from, value)
        :: else
        fi
    :: kind == lost -> lose()
    :: kind == explore ->
        if
        :: has_new[PAIR(self, job)] -> CHANNEL(self, from)!decline(job, 0, 0, NEW)
        :: else -> ask(job, from)
        fi
    :: kind == prefer || kind == decline ->
        if
        :: kind == prefer ->
            children[PAIR(self, job)] = children[PAIR(self, job)] | (1 << from)
        :: else
        fi;
        unanswered[PAIR(self, job)]--;
        complete(job)
    fi
}

proctype kernel(byte self) {
    mtype kind;
    byte job, number, value, tree, some, head, other, known[JOBS];
end:
    do
    :: atomic { self < JOBS && !is_submitted[self] ->
        is_submitted[self] = true;
        state[self] = blocked;
        waits[AT(self, self)] = true;
        proceed() }
    :: atomic { self < 2 && !knows[self] -> lose(); proceed() }
    :: atomic { nempty(CHANNEL(0, self)) -> receive(0); proceed() }
    :: atomic { nempty(CHANNEL(1, self)) -> receive(1); proceed() }
    :: atomic { nempty(CHANNEL(2, self)) -> receive(2); proceed() }
#if KERNELS > 3
    :: atomic { nempty(CHANNEL(3, self)) -> receive(3); proceed() }
#endif
    :: atomic { running[AT(self, 0)] > 0 -> /* the job's tasks on this kernel end */
        idle[self] = idle[self] + running[AT(self, 0)]; running[AT(self, 0)] = 0; proceed() }
    :: atomic { running[AT(self, 1)] > 0 ->
        idle[self] = idle[self] + running[AT(self, 1)]; running[AT(self, 1)] = 0; proceed() }
#if JOBS > 2
    :: atomic { running[AT(self, 2)] > 0 ->
        idle[self] = idle[self] + running[AT(self, 2)]; running[AT(self, 2)] = 0; proceed() }
#endif
    od
}

init {
    byte i, k, sum;
    atomic {
        need[0] = NEED_0;
        need[1] = NEED_1;
#if JOBS > 2
        need[2] = NEED_2;
#endif
        for (i : 0 .. KERNELS - 1) {
            idle[i] = 1;
            outstanding[i] = NOBODY;
            uses[i] = OLD;
            /* The first tree leads to both neighbours. In a ring of four kernels, the lower
             * neighbour passes messages on to the last kernel. */
            for (k : 0 .. KERNELS - 1) {
                if
                :: NEAR(i, k) ->
                    old_children[PAIR(i, i)] = old_children[PAIR(i, i)] | (1 << k);
                    if
                    :: KERNELS == 4 && k == (i == 0 || i == 3 -> 1 : 0) ->
                        old_children[PAIR(k, i)] = 1 << (3 - i)
                    :: else
                    fi
                :: else
                fi
            }
        }
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
        for (k : 0 .. KERNELS - 1) {
            assert(idle[k] == 1 && knows[k]);
            for (i : 0 .. JOBS - 1) {
                assert(!waits[AT(k, i)] && len(held[AT(k, i)]) == 0);
                assert(seen[AT(k, i)] == serial[i])
            }
            if
            :: PROPAGATION == 1 ->
                assert(uses[k] == NEW);
                sum = 0;
                for (i : 0 .. KERNELS - 1) {
                    assert(k > 1 || !(children[PAIR(k, i)] >> (1 - k) & 1));
                    assert(unanswered[PAIR(k, i)] == 0)
                }
            :: else
            fi
        }
    }
}
