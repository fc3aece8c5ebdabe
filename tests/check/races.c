/* Threads that access the same bytes in no defined order. Each function makes one such mistake. The
 * test reads the comments, which name the two lines: "NAME: one" and "NAME: other". With only one
 * comment, both threads execute this line. */
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define hide(pointer) __asm__ volatile("" : "+r"(pointer)::"memory")
#define PLANTED __attribute__((noinline)) static void
#define COUNT 32

static int sum, a[COUNT + 1], b[COUNT + 1], shared, ready, largest, number, histogram[4];
static __thread int singles;
static char text[COUNT];
static double real;
static __thread volatile int sink;
static atomic_int counter, flag;
static omp_lock_t first, second;

/* Takes so long that other threads get a share of the work. */
static int weight(int i) {
    for (volatile int round = 0; round < 300; round++)
        ;
    return i;
}

static int by_value(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other; /* sorted_by_two: compared */
}

PLANTED sum_without_reduction(void) {
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++)
        sum += weight(i); /* sum_without_reduction: one */
}

PLANTED local_sum(void) {
    int local = 0;
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++)
        local += weight(i); /* local_sum: one */
    sink = local;
}

PLANTED neighbour(void) {
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++)
        a[i] = a[i + 1] + weight(1); /* neighbour: one */
}

PLANTED shared_temporary(void) {
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++)
        shared = weight(i); /* shared_temporary: one */
}

/* A function of the program locks nothing, even if its name resembles omp_set_lock. */
static void omp_set_clock(int now) {
    sink = now;
}

static void omp_unset_clock(int now) {
    sink = -now;
}

PLANTED named_as_a_lock(void) {
#pragma omp parallel
    {
        for (int i = 0; i < omp_get_thread_num(); i++)
            weight(i);
        omp_set_clock(1);
        number++; /* named_as_a_lock: one */
        omp_unset_clock(1);
    }
}

PLANTED loop_without_barrier(void) {
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < COUNT; i++)
            a[i] = weight(i); /* loop_without_barrier: one */
#pragma omp for
        for (int i = 0; i < COUNT; i++)
            b[i] = a[COUNT - 1 - i]; /* loop_without_barrier: other */
    }
}

PLANTED single_without_barrier(void) {
#pragma omp parallel
    {
#pragma omp single nowait
        shared = weight(1); /* single_without_barrier: one */
        sink = shared;      /* single_without_barrier: other */
    }
}

PLANTED master_without_barrier(void) {
#pragma omp parallel
    {
#pragma omp master
        shared = weight(2); /* master_without_barrier: one */
        sink = shared;      /* master_without_barrier: other */
    }
}

PLANTED two_sections(void) {
#pragma omp parallel sections
    {
#pragma omp section
        shared = weight(1); /* two_sections: one */
#pragma omp section
        shared = weight(2); /* two_sections: other */
    }
}

/* One thread may execute both sections, but need not. */
PLANTED sections_in_a_row(void) {
#pragma omp parallel sections
    {
#pragma omp section
        number = 1; /* sections_in_a_row: one */
#pragma omp section
        {
            weight(1);
            number += 2; /* sections_in_a_row: other */
        }
    }
}

/* The thread that executes the `single` need not be the one that stored the element. */
PLANTED single_after_nowait(void) {
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < COUNT; i++)
            b[i] = i > COUNT / 4 ? weight(i) : i; /* single_after_nowait: one */
#pragma omp single nowait
        sink = b[1]; /* single_after_nowait: other */
    }
}

PLANTED chunks_of_a_loop(void) {
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < COUNT; i++)
        b[i] = b[i + 1] + 1; /* chunks_of_a_loop: one */
}

/* An atomic load of a word that is stored by a plain store. */
PLANTED load_of_a_plain_store(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            weight(1);
#pragma omp critical
            number = -1; /* load_of_a_plain_store: one */
        } else {
            int seen = 0;
            while (seen != -1) {
#pragma omp atomic read acquire
                seen = number; /* load_of_a_plain_store: other */
            }
        }
    }
}

PLANTED sorted_by_two(void) {
    for (int i = 0; i < COUNT; i++)
        a[i] = COUNT - i;
#pragma omp parallel num_threads(2)
    qsort(a, COUNT, sizeof *a, by_value); /* sorted_by_two: one */
}

PLANTED two_critical_names(void) {
#pragma omp parallel
    {
        if (omp_get_thread_num() % 2) {
#pragma omp critical(even)
            shared += weight(1); /* two_critical_names: one */
        } else {
#pragma omp critical(odd)
            shared += weight(2); /* two_critical_names: other */
        }
    }
}

PLANTED critical_on_one_side(void) {
#pragma omp parallel
    {
        if (omp_get_thread_num() == 1) {
#pragma omp critical
            shared = weight(1); /* critical_on_one_side: one */
        } else if (omp_get_thread_num() == 2) {
            shared = weight(2); /* critical_on_one_side: other */
        }
    }
}

PLANTED two_locks(void) {
#pragma omp parallel
    {
        if (omp_get_thread_num() == 1) {
            omp_set_lock(&first);
            shared = weight(1); /* two_locks: one */
            omp_unset_lock(&first);
        } else if (omp_get_thread_num() == 2) {
            omp_set_lock(&second);
            shared = weight(2); /* two_locks: other */
            omp_unset_lock(&second);
        }
    }
}

PLANTED after_the_lock(void) {
#pragma omp parallel
    {
        if (omp_get_thread_num() < 2) {
            omp_set_lock(&first);
            sink = weight(1);
            omp_unset_lock(&first);
            shared = weight(1); /* after_the_lock: one */
        }
    }
}

PLANTED update_and_store(void) {
#pragma omp parallel
    {
        if (omp_get_thread_num() == 1) {
#pragma omp atomic
            sum += weight(1); /* update_and_store: one */
        } else if (omp_get_thread_num() == 2) {
            sum = weight(2); /* update_and_store: other */
        }
    }
}

PLANTED update_and_load(void) {
#pragma omp parallel
    {
        if (omp_get_thread_num() == 1) {
#pragma omp atomic
            sum += weight(1); /* update_and_load: one */
        } else if (omp_get_thread_num() == 2) {
            sink = sum; /* update_and_load: other */
        }
    }
}

PLANTED two_tasks(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        shared = weight(1); /* two_tasks: one */
#pragma omp task
        shared = weight(2); /* two_tasks: other */
    }
}

PLANTED wrong_depend(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a[0])
        a[1] = weight(1); /* wrong_depend: one */
#pragma omp task depend(out : a[1])
        a[1] = weight(2); /* wrong_depend: other */
    }
}

PLANTED depend_in(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(in : a[0])
        a[0] = weight(1); /* depend_in: one */
#pragma omp task depend(in : a[0])
        a[0] = weight(2); /* depend_in: other */
    }
}

PLANTED loop_of_tasks(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < COUNT; i++)
        sum += weight(i); /* loop_of_tasks: one */
}

PLANTED two_to_an_element(void) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < COUNT; i++)
        a[i / 2] = weight(i); /* two_to_an_element: one */
}

PLANTED same_byte(void) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < 8; i++)
        text[i % 3 ? i : 0] = (char)weight(i); /* same_byte: one */
}

PLANTED counts(void) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < COUNT; i++)
        histogram[i / 8]++; /* counts: one */
}

PLANTED search(void) {
    largest = 0;
#pragma omp parallel for
    for (int i = 1; i < COUNT; i++) {
        if (weight(i) > largest) /* search: one */
            largest = weight(i); /* search: other */
    }
}

PLANTED real_sum(void) {
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++)
        real += weight(i); /* real_sum: one */
}

PLANTED flag_without_order(void) {
    ready = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            *(volatile int *)&ready = 1; /* flag_without_order: one */
        } else {
            for (int i = 0; i < 100; i++)
                sink = *(volatile int *)&ready; /* flag_without_order: other */
        }
    }
}

PLANTED relaxed_flag(void) {
    atomic_store(&flag, 0);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            shared = weight(1); /* relaxed_flag: one */
            atomic_store_explicit(&flag, 1, memory_order_relaxed);
        } else {
            while (!atomic_load_explicit(&flag, memory_order_relaxed))
                ;
            sink = shared; /* relaxed_flag: other */
        }
    }
}

PLANTED relaxed_counter(void) {
    atomic_store(&counter, 0);
#pragma omp parallel num_threads(2)
    {
        shared = weight(1); /* relaxed_counter: one */
        atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    }
}

PLANTED memory_set(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            memset(text, 1, sizeof text); /* memory_set: one */
        else
            text[5] = (char)weight(2); /* memory_set: other */
    }
}

PLANTED copies(void) {
#pragma omp parallel num_threads(2)
    memcpy(b, a, 16); /* copies: one */
}

PLANTED block_of_the_heap(void) {
    int *block = malloc(64);
    hide(block);
#pragma omp parallel num_threads(2)
    block[3] = weight(4); /* block_of_the_heap: one */
    free(block);
}

static int next_number(void) {
    static int number;
    return ++number; /* static_counter: one */
}

PLANTED static_counter(void) {
#pragma omp parallel num_threads(2)
    sink = next_number();
}

PLANTED without_ordered(void) {
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < COUNT; i++) {
#pragma omp ordered
        a[i] = weight(i);
        shared = a[i]; /* without_ordered: one */
    }
}

PLANTED reduction_read_early(void) {
    sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) nowait /* reduction_read_early: other */
        for (int i = 0; i < COUNT; i++)
            sum += weight(i);
        b[omp_get_thread_num()] = sum; /* reduction_read_early: one */
    }
}

PLANTED made_twice(void) {
    static int *made;
    made = NULL;
#pragma omp parallel num_threads(2)
    {
        if (!made) { /* made_twice: one */
#pragma omp critical
            if (!made)
                made = malloc(16); /* made_twice: other */
        }
    }
    free(made);
}

PLANTED pointers_to_one(void) {
    int *one = a + 3, *other = a;
    hide(one);
    hide(other);
#pragma omp parallel sections
    {
#pragma omp section
        one[0] = weight(1); /* pointers_to_one: one */
#pragma omp section
        other[3] = weight(2); /* pointers_to_one: other */
    }
}

/* A thread's own update comes after the store that the thread has made, but updates of other
 * threads may come before that store. */
PLANTED store_before_updates(void) {
#pragma omp parallel
    {
#pragma omp master
        shared = 1; /* store_before_updates: one */

        sink = 0;
#pragma omp atomic
        shared += 2; /* store_before_updates: other */
    }
}

/* The functions below are correct. */

PLANTED right_sums(void) {
    int local = 0;
#pragma omp parallel for reduction(+ : local)
    for (int i = 0; i < COUNT; i++)
        local += weight(i);
    sum = local;
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++) {
#pragma omp atomic
        sum += weight(i);
#pragma omp atomic
        real += weight(i);
#pragma omp critical
        shared += weight(i);
    }
}

/* GCC implements `&&` as a loop around a compare-and-swap. The loop's instructions have the line
 * number of the directive's first line. */
PLANTED right_conjunction(void) {
    int all = 1;
#pragma omp parallel for schedule(dynamic, 1) default(none) shared(a, b, text, histogram) \
    reduction(&& : all)
    for (int i = 0; i < COUNT; i++)
        all = all && weight(i);
    sum = all;
}

/* The first load of the loop around the compare-and-swap may have a line number of a section. */
PLANTED right_product_of_sections(void) {
    int product = 1, i;
#pragma omp parallel sections private(i) reduction(* : product)
    {
#pragma omp section
        {
            for (i = 1; i < 3; i++)
                product *= weight(i);
        }
#pragma omp section
        {
            for (i = 3; i < 7; i++)
                product *= weight(i);
        }
    }
    sum = product;
}

/* The compiler may merge the end of a `single` with that of the loop around it, and end the
 * region's function with a jump to the library. Even then, what follows the region comes after the
 * `single`. */
__attribute__((noinline)) static int singles_in_loop(void) {
    int one = 0, count = 0;
#pragma omp parallel
    {
        singles = 0;
        for (int i = 0; i < COUNT; i++) {
#pragma omp single private(one) nowait
            {
                one = 1;
#pragma omp flush
                singles += one;
            }
        }
#pragma omp critical
        count += singles + one;
    }
    return count;
}

PLANTED right_singles_in_loop(void) {
    sum = singles_in_loop();
    sum += singles_in_loop();
}

PLANTED right_barriers(void) {
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < COUNT; i++)
            a[i] = weight(i);
#pragma omp for nowait schedule(dynamic)
        for (int i = 0; i < COUNT; i++)
            b[i] = a[COUNT - 1 - i];
#pragma omp barrier
#pragma omp single
        shared = b[0];
        sink = shared;
    }
}

PLANTED right_locks(void) {
#pragma omp parallel
    {
        omp_set_lock(&first);
        shared++;
        omp_unset_lock(&first);
        while (!omp_test_lock(&second))
            ;
        sum++;
        omp_unset_lock(&second);
    }
}

PLANTED right_tasks(void) {
    int local = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a[0])
        a[0] = weight(1);
#pragma omp task depend(in : a[0]) depend(out : b[0])
        b[0] = a[0];
#pragma omp task shared(local)
        local = weight(3);
#pragma omp taskwait
        sink = local + b[0];
#pragma omp taskgroup
        {
#pragma omp task
            shared = weight(5);
        }
        sink = shared;
    }
    sink = shared;
}

PLANTED right_flags(void) {
    atomic_store(&flag, 0);
    ready = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            shared = weight(1);
            atomic_store_explicit(&flag, 1, memory_order_release);
            while (atomic_load(&flag) != 2)
                ;
            sink = shared;
        } else {
            while (!atomic_load_explicit(&flag, memory_order_acquire))
                ;
            shared++;
            flag = 2;
        }
    }
}

PLANTED right_flush(void) {
    ready = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            shared = weight(1);
#pragma omp flush
#pragma omp atomic write
            ready = 1;
        } else {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read
                seen = ready;
#pragma omp flush
            }
            sink = shared;
        }
    }
}

PLANTED right_order(void) {
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < COUNT; i++) {
#pragma omp ordered
        shared += weight(i);
    }
#pragma omp parallel for ordered(1)
    for (int i = 1; i < COUNT; i++) {
#pragma omp ordered depend(sink : i - 1)
        a[i] = a[i - 1] + weight(1);
#pragma omp ordered depend(source)
    }
}

PLANTED right_bytes(void) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < COUNT; i++)
        text[i] = (char)weight(i);
#pragma omp parallel
    {
        char *own = malloc(20);
        hide(own);
        own[omp_get_thread_num()] = 1;
        free(own);
    }
}

/* These functions use a thread's own data. They are correct, although another thread might execute
 * parts of this thread's work. */
PLANTED right_shares(void) {
    static int own[64], results[64];
#pragma omp parallel
    {
        int local = weight(2), *room = malloc(4 * sizeof *room);
        hide(room);
        room[0] = weight(3);
#pragma omp for nowait
        for (int i = 0; i < COUNT; i++)
            a[i] = i + local;
#pragma omp single nowait
        results[62] = local + room[0];
#pragma omp sections nowait
        {
#pragma omp section
            results[0] = ++room[0] + local;
#pragma omp section
            results[1] = ++room[0] + local;
        }
        int me = omp_get_thread_num();
        own[me] = local;
#pragma omp single nowait
        results[63] = own[omp_get_thread_num()];
        free(room);
#pragma omp barrier
#pragma omp single
        {
#pragma omp task
            results[2] = a[1];
#pragma omp taskwait
            results[2]++;
        }
#pragma omp single
        results[2]++;
    }
    sink = results[2];
}

/* Each thread takes a ticket, whose number selects an element that no other thread uses. The thread
 * that executes the `single` or a section uses its own element there. */
PLANTED right_tickets(void) {
    number = 0;
#pragma omp parallel
    {
        int own;
#pragma omp atomic capture
        own = number++;
        a[own] = weight(own);
#pragma omp single nowait
        a[own] += weight(1);
#pragma omp sections nowait
        {
#pragma omp section
            a[own] += weight(2);
#pragma omp section
            a[own] += weight(3);
        }
    }
}

__attribute__((noinline)) static int add_in_a_task(int *to, int value) {
    int local[4], *place = local;
    hide(place);
#pragma omp task shared(place) firstprivate(to, value)
    place[1] = *to = *to + weight(value);
#pragma omp taskwait
    return local[1];
}

/* A thread uses its own variables in the order in which it executes sections, singles and parts
 * of loops. The tasks that the thread makes there use them in this order, too. */
PLANTED right_locals_of_sections(void) {
#pragma omp parallel num_threads(1)
    {
        int local = weight(1), *place = &local;
        hide(place);
#pragma omp sections nowait
        {
#pragma omp section
            add_in_a_task(place, 2);
#pragma omp section
            add_in_a_task(place, *place);
        }
#pragma omp single nowait
        sink = add_in_a_task(place, 3);
    }
}

/* A `flush` after the load of a flag orders the later accesses, even if the program loads other
 * words between the two. */
PLANTED right_flush_later(void) {
    int data = 0, flag = 0, *place = &flag;
    hide(place);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = weight(7);
#pragma omp flush
#pragma omp atomic write
            *place = 1;
        } else {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read
                seen = *place;
            }
#pragma omp flush
            sink = data;
        }
    }
}

PLANTED right_regions_in_sections(void) {
    struct {
        int first;
        double second;
    } pair = {3, 0.5};
#pragma omp parallel firstprivate(pair)
#pragma omp sections
    {
#pragma omp section
        {
            int found = 0;
#pragma omp parallel
#pragma omp sections
            { found = weight(pair.first); }
            sink = found;
        }
    }
}

static inline unsigned mixed(unsigned one, unsigned other) {
    one ^= other * 0x9e3779b9u;
    return one ^ one >> 15;
}

PLANTED right_atomic_of_an_inlined_value(void) {
    static long long wide;
#pragma omp parallel
    for (int i = 0; i < COUNT; i++) {
#pragma omp atomic write
        wide = mixed(mixed((unsigned)i, 7), 9) & 1 ? -1 : 1LL << 40;
    }
}

#define RUN(name)                                                                                  \
    if (!wanted || strcmp(wanted, #name) == 0)                                                     \
        name();

int main(int count, char **arguments) {
    const char *wanted = count > 1 ? arguments[1] : NULL;
    omp_init_lock(&first);
    omp_init_lock(&second);
    RUN(sum_without_reduction)
    RUN(local_sum)
    RUN(neighbour)
    RUN(shared_temporary)
    RUN(named_as_a_lock)
    RUN(loop_without_barrier)
    RUN(single_without_barrier)
    RUN(master_without_barrier)
    RUN(two_sections)
    RUN(sections_in_a_row)
    RUN(single_after_nowait)
    RUN(chunks_of_a_loop)
    RUN(load_of_a_plain_store)
    RUN(sorted_by_two)
    RUN(two_critical_names)
    RUN(critical_on_one_side)
    RUN(two_locks)
    RUN(after_the_lock)
    RUN(update_and_store)
    RUN(update_and_load)
    RUN(two_tasks)
    RUN(wrong_depend)
    RUN(depend_in)
    RUN(loop_of_tasks)
    RUN(two_to_an_element)
    RUN(same_byte)
    RUN(counts)
    RUN(search)
    RUN(real_sum)
    RUN(flag_without_order)
    RUN(relaxed_flag)
    RUN(relaxed_counter)
    RUN(memory_set)
    RUN(copies)
    RUN(block_of_the_heap)
    RUN(static_counter)
    RUN(without_ordered)
    RUN(reduction_read_early)
    RUN(made_twice)
    RUN(pointers_to_one)
    RUN(store_before_updates)
    RUN(right_sums)
    RUN(right_conjunction)
    RUN(right_product_of_sections)
    RUN(right_singles_in_loop)
    RUN(right_barriers)
    RUN(right_locks)
    RUN(right_tasks)
    RUN(right_flags)
    RUN(right_flush)
    RUN(right_order)
    RUN(right_bytes)
    RUN(right_shares)
    RUN(right_tickets)
    RUN(right_locals_of_sections)
    RUN(right_flush_later)
    RUN(right_regions_in_sections)
    RUN(right_atomic_of_an_inlined_value)
    puts("done");
    return 0;
}
