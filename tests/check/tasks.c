/* Tasks that access the same bytes in no defined order. Each function makes one such mistake, which
 * is found with any number of threads, even one. The test reads the comments, which name the two
 * lines: "NAME: one" and "NAME: other". With only one comment, both tasks execute this line. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLANTED __attribute__((noinline)) static void
#define COUNT 16

static int x, y, sum, a[COUNT + 1];
static int own;
#pragma omp threadprivate(own)
static __thread volatile int sink;

/* Begins a region in which one thread makes tasks. */
#define BY_ONE _Pragma("omp parallel") _Pragma("omp single")

PLANTED no_taskwait(void) {
    BY_ONE {
#pragma omp task
        x = 1; /* no_taskwait: one */
        x = 2; /* no_taskwait: other */
    }
}

PLANTED read_without_taskwait(void) {
    BY_ONE {
#pragma omp task
        x = 1;    /* read_without_taskwait: one */
        sink = x; /* read_without_taskwait: other */
    }
}

PLANTED siblings(void) {
    BY_ONE {
#pragma omp task
        x = 1; /* siblings: one */
#pragma omp task
        x = 2; /* siblings: other */
    }
}

PLANTED no_depend(void) {
    BY_ONE {
#pragma omp task depend(out : x)
        x = 1; /* no_depend: one */
#pragma omp task
        sink = x; /* no_depend: other */
    }
}

PLANTED target_without_wait(void) {
    BY_ONE {
#pragma omp target nowait map(tofrom : x)
        x = 1; /* target_without_wait: one */
        x = 2; /* target_without_wait: other */
    }
}

PLANTED target_beside_a_task(void) {
    BY_ONE {
#pragma omp target nowait map(tofrom : x) depend(out : x)
        x = 1; /* target_beside_a_task: one */
#pragma omp task
        x = 2; /* target_beside_a_task: other */
    }
}

PLANTED other_address(void) {
    BY_ONE {
#pragma omp task depend(out : a[0])
        a[1] = 1; /* other_address: one */
#pragma omp task depend(in : a[1])
        sink = a[1]; /* other_address: other */
    }
}

PLANTED two_readers_write(void) {
    BY_ONE {
#pragma omp task depend(in : x)
        x = 1; /* two_readers_write: one */
#pragma omp task depend(in : x)
        x = 2; /* two_readers_write: other */
    }
}

/* Dependences order siblings only. */
PLANTED depend_of_cousins(void) {
    BY_ONE {
#pragma omp task
        {
#pragma omp task depend(out : x)
            x = 1; /* depend_of_cousins: one */
        }
#pragma omp task
        {
#pragma omp task depend(out : x)
            x = 2; /* depend_of_cousins: other */
        }
    }
}

/* `taskwait` waits for children, not for their children. */
PLANTED grandchild(void) {
    BY_ONE {
#pragma omp task
        {
#pragma omp task
            x = 1; /* grandchild: one */
        }
#pragma omp taskwait
        x = 2; /* grandchild: other */
    }
}

PLANTED behind_the_group(void) {
    BY_ONE {
#pragma omp task
        x = 1; /* behind_the_group: one */
#pragma omp taskgroup
        {
#pragma omp task
            y = 1;
        }
        x = 2; /* behind_the_group: other */
    }
}

/* The child of an undeferred task is deferred. */
PLANTED child_of_undeferred(void) {
    BY_ONE {
#pragma omp task if (0)
        {
#pragma omp task
            x = 1; /* child_of_undeferred: one */
        }
        x = 2; /* child_of_undeferred: other */
    }
}

PLANTED undeferred_beside_another(void) {
    BY_ONE {
#pragma omp task
        x = 1; /* undeferred_beside_another: one */
#pragma omp task if (0)
        x = 2; /* undeferred_beside_another: other */
    }
}

PLANTED mergeable(void) {
    BY_ONE {
#pragma omp task mergeable shared(x)
        x++;      /* mergeable: one */
        sink = x; /* mergeable: other */
    }
}

PLANTED loop_with_a_sum(void) {
    BY_ONE
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < COUNT; i++)
        sum += i; /* loop_with_a_sum: one */
}

PLANTED loop_with_neighbours(void) {
    BY_ONE
#pragma omp taskloop num_tasks(4)
    for (int i = 0; i < COUNT; i++)
        a[i] = a[i + 1]; /* loop_with_neighbours: one */
}

PLANTED loop_without_group(void) {
    BY_ONE {
#pragma omp taskloop nogroup
        for (int i = 0; i < COUNT; i++)
            a[i] = i; /* loop_without_group: one */
        sink = a[3];  /* loop_without_group: other */
    }
}

PLANTED address_of_threadprivate(void) {
    BY_ONE {
        int *of_this_thread = &x;
#pragma omp task
        {
            own = 1;
            *of_this_thread = own; /* address_of_threadprivate: one */
        }
#pragma omp task
        {
            own = 2;
            *of_this_thread = own; /* address_of_threadprivate: other */
        }
    }
}

PLANTED lock_on_one_side(void) {
    BY_ONE {
#pragma omp task
        {
#pragma omp critical(one)
            sum++; /* lock_on_one_side: one */
        }
#pragma omp task
        sum++; /* lock_on_one_side: other */
    }
}

PLANTED variable_of_the_creator(void) {
    int local = 0;
    BY_ONE {
        for (int i = 0; i < 4; i++) {
#pragma omp task shared(local)
            local += i; /* variable_of_the_creator: one */
        }
    }
    sink = local;
}

static int sum_of(int n) {
    int left = 0, both;
    if (n < 2)
        return n;
#pragma omp task shared(left)
    left = sum_of(n - 1);        /* recursion: one */
    both = left + sum_of(n - 2); /* recursion: other */
#pragma omp taskwait
    return both;
}

PLANTED recursion(void) {
    BY_ONE
    sink = sum_of(4);
}

PLANTED wait_for_another(void) {
    BY_ONE {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 1; /* wait_for_another: one */
#pragma omp taskwait depend(in : x)
        sink = x;
        y = 2; /* wait_for_another: other */
    }
}

/* The first task has a dependence on x but the second one has none, so nothing orders them. */
PLANTED one_without_depend(void) {
    omp_depend_t both;
#pragma omp depobj(both) depend(mutexinoutset : x)
    BY_ONE {
#pragma omp task depend(depobj : both)
        a[2]++; /* one_without_depend: one */
#pragma omp task
        a[2]++; /* one_without_depend: other */
    }
#pragma omp depobj(both) destroy
}

/* These functions make no mistake. */

PLANTED right_waits(void) {
    BY_ONE {
        x = 0;
#pragma omp task
        x = 1;
#pragma omp taskwait
        x = 2;
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                x = 3;
            }
        }
        x = 4;
#pragma omp task if (0)
        x = 5;
        x = 6;
#pragma omp task final(1) if (0)
        {
#pragma omp task
            x = 7;
            x = 8;
        }
        x = 9;
    }
    x = 10;
}

PLANTED right_depends(void) {
    BY_ONE {
        for (int i = 0; i < 6; i++) {
#pragma omp task depend(inout : x)
            x++;
#pragma omp task depend(in : x) depend(out : a[i])
            a[i] = x;
        }
#pragma omp task depend(mutexinoutset : y)
        y++;
#pragma omp task depend(mutexinoutset : y)
        y++;
#pragma omp taskwait depend(in : x)
        sink = x;
#pragma omp task depend(in : y) depend(inout : x) if (0)
        sink = x + y;
    }
    sink = x + y;
}

PLANTED right_barriers(void) {
#pragma omp parallel
    {
        int mine = omp_get_thread_num();
#pragma omp task
        a[mine] = 1;
#pragma omp barrier
        for (int i = 0; i < omp_get_num_threads(); i++)
            sink = a[i];
#pragma omp barrier
#pragma omp task
        a[mine] = 2;
#pragma omp barrier
#pragma omp single
        for (int i = 0; i < omp_get_num_threads(); i++)
            a[i] = 3;
    }
}

PLANTED right_loops(void) {
    int all = 0;
    BY_ONE {
#pragma omp taskloop grainsize(2)
        for (int i = 0; i < COUNT; i++)
            a[i] = i;
#pragma omp taskloop reduction(+ : all)
        for (int i = 0; i < COUNT; i++)
            all += a[i];
#pragma omp taskloop nogroup
        for (int i = 0; i < COUNT; i++)
            a[i]++;
#pragma omp taskwait
        sink = a[1] + all;
    }
}

PLANTED right_locks(void) {
    omp_lock_t lock;
    omp_init_lock(&lock);
    BY_ONE
    for (int i = 0; i < 8; i++) {
#pragma omp task
        {
#pragma omp critical
            sum++;
            omp_set_lock(&lock);
            x++;
            omp_unset_lock(&lock);
#pragma omp critical(named)
            y++;
#pragma omp atomic
            a[0]++;
        }
    }
    omp_destroy_lock(&lock);
}

/* Tasks that a thread runs one after the other use the same stack, which is no race. */
static int depth_of(int n) {
    int here[8];
    for (int i = 0; i < 8; i++)
        here[i] = n;
    return n ? depth_of(n - 1) + here[n % 8] : 0;
}

PLANTED right_locals(void) {
    struct {
        int values[24];
    } much;
    memset(&much, 1, sizeof much);
    BY_ONE
    for (int i = 0; i < 12; i++) {
#pragma omp task firstprivate(much)
        {
            much.values[i]++;
            int *block = malloc(40);
            for (int j = 0; j < 10; j++)
                block[j] = depth_of(j) + much.values[j];
            own = block[9];
            free(block);
        }
        depth_of(5);
    }
}

PLANTED right_event(void) {
    BY_ONE {
        omp_event_handle_t event;
#pragma omp task detach(event)
        x = 1;
#pragma omp task
        {
            y = 2;
            omp_fulfill_event(event);
        }
#pragma omp taskwait
        sink = x + y;
    }
}

static int fib(int n) {
    int left, right;
    if (n < 2)
        return n;
#pragma omp task shared(left)
    left = fib(n - 1);
#pragma omp task shared(right)
    right = fib(n - 2);
#pragma omp taskwait
    return left + right;
}

PLANTED right_recursion(void) {
    BY_ONE
    sink = fib(9);
}

static int dependent_fib(int n) {
    int left, right, both;
    if (n < 2)
        return n;
#pragma omp task shared(left) depend(out : left)
    left = dependent_fib(n - 1);
#pragma omp task shared(right) depend(out : right)
    right = dependent_fib(n - 2);
#pragma omp task shared(left, right, both) depend(in : left, right)
    both = left + right;
#pragma omp taskwait
    return both;
}

PLANTED right_recursion_with_depends(void) {
    BY_ONE
    sink = dependent_fib(7);
}

PLANTED right_regions_in_tasks(void) {
    BY_ONE
    for (int i = 0; i < 2; i++) {
#pragma omp task
        {
            int inside = 0;
#pragma omp parallel num_threads(2) reduction(+ : inside)
            inside++;
            a[i] = inside;
        }
    }
}

PLANTED right_targets(void) {
    BY_ONE {
        int value = 3;
#pragma omp target nowait map(tofrom : x) depend(out : x) firstprivate(value)
        x = value;
#pragma omp target update from(x) nowait depend(inout : x)
#pragma omp target depend(inout : x) map(tofrom : x)
        x++;
        sink = x;
#pragma omp target nowait map(tofrom : y)
        y = 4;
#pragma omp taskwait
        sink = y;
    }
}

#define RUN(name)                                                                                  \
    if (!wanted || strcmp(wanted, #name) == 0)                                                     \
        name();

int main(int count, char **arguments) {
    const char *wanted = count > 1 ? arguments[1] : NULL;
    RUN(no_taskwait)
    RUN(read_without_taskwait)
    RUN(siblings)
    RUN(no_depend)
    RUN(target_without_wait)
    RUN(target_beside_a_task)
    RUN(other_address)
    RUN(two_readers_write)
    RUN(depend_of_cousins)
    RUN(grandchild)
    RUN(behind_the_group)
    RUN(child_of_undeferred)
    RUN(undeferred_beside_another)
    RUN(mergeable)
    RUN(loop_with_a_sum)
    RUN(loop_with_neighbours)
    RUN(loop_without_group)
    RUN(address_of_threadprivate)
    RUN(lock_on_one_side)
    RUN(variable_of_the_creator)
    RUN(recursion)
    RUN(wait_for_another)
    RUN(one_without_depend)
    RUN(right_waits)
    RUN(right_depends)
    RUN(right_barriers)
    RUN(right_loops)
    RUN(right_locks)
    RUN(right_locals)
    RUN(right_event)
    RUN(right_recursion)
    RUN(right_recursion_with_depends)
    RUN(right_regions_in_tasks)
    RUN(right_targets)
    puts("done");
    return 0;
}
