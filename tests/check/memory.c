/* Programs that access memory which is not theirs. Each function makes one mistake, which does not
 * damage malloc()'s own data between the blocks. The test reads the comments, which name the lines
 * of the mistake: "NAME: access", "NAME: allocated", "NAME: freed", and "NAME: also" for a
 * consequence. */
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Keeps the compiler from knowing what a pointer points to. */
#define hide(pointer) __asm__ volatile("" : "+r"(pointer)::"memory")
#define PLANTED __attribute__((noinline)) static void

static volatile int sink;
static volatile char bytes;
static char text[80] = "a text of the program";

PLANTED read_behind(void) {
    int *a = malloc(10 * sizeof *a); /* read_behind: allocated */
    hide(a);
    sink = a[10]; /* read_behind: access */
    free(a);
}

PLANTED write_behind(void) {
    int *a = malloc(10 * sizeof *a); /* write_behind: allocated */
    hide(a);
    a[10] = 1; /* write_behind: access */
    free(a);
}

PLANTED write_before(void) {
    int *a = malloc(7 * sizeof *a); /* write_before: allocated */
    hide(a);
    int before = a[-1]; /* write_before: access */
    a[-1] = before;     /* write_before: also */
    free(a);
}

PLANTED byte_behind(void) {
    char *a = malloc(13); /* byte_behind: allocated */
    hide(a);
    a[13] = 1; /* byte_behind: access */
    free(a);
}

PLANTED word_across_the_end(void) {
    char *a = malloc(10); /* word_across_the_end: allocated */
    hide(a);
    sink = *(volatile int *)(a + 8); /* word_across_the_end: access */
    free(a);
}

PLANTED double_behind(void) {
    double *a = malloc(2 * sizeof *a); /* double_behind: allocated */
    hide(a);
    a[2] = 1; /* double_behind: access */
    free(a);
}

PLANTED loop_to_the_end(void) {
    short *a = malloc(21 * sizeof *a); /* loop_to_the_end: allocated */
    hide(a);
    for (int i = 0; i <= 21; i++) {
        a[i] = (short)i; /* loop_to_the_end: access */
        hide(a);
    }
    free(a);
}

PLANTED far_behind(void) {
    char *a = malloc(40);
    hide(a);
    sink = a[8192]; /* far_behind: access */
    free(a);
}

PLANTED read_freed(void) {
    int *a = malloc(100); /* read_freed: allocated */
    hide(a);
    free(a); /* read_freed: freed */
    hide(a);
    sink = a[2]; /* read_freed: access */
}

PLANTED write_freed(void) {
    int *a = malloc(100); /* write_freed: allocated */
    hide(a);
    free(a); /* write_freed: freed */
    hide(a);
    a[20] = 2; /* write_freed: access */
}

PLANTED freed_list(void) {
    struct node {
        struct node *next;
        int value[6];
    } *first = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node); /* freed_list: allocated */
        node->next = first;
        first = node;
        hide(first);
    }
    for (struct node *node = first; node; node = node->next) { /* freed_list: access */
        hide(node);
        free(node); /* freed_list: freed */
        hide(node);
    }
}

PLANTED after_realloc(void) {
    char *a = malloc(20); /* after_realloc: allocated */
    char *wall = malloc(20);
    hide(a);
    hide(wall);
    char *old = a;
    a = realloc(a, 500); /* after_realloc: freed */
    hide(old);
    sink = old[3]; /* after_realloc: access */
    free(a);
    free(wall);
}

PLANTED shrunk(void) {
    char *a = malloc(200);
    hide(a);
    a = realloc(a, 20); /* shrunk: allocated */
    hide(a);
    a[20] = 1; /* shrunk: access */
    free(a);
}

PLANTED grown(void) {
    char *a = malloc(20);
    hide(a);
    a = realloc(a, 200); /* grown: allocated */
    hide(a);
    a[20] = 1;
    a[199] = 1;
    a[200] = 1; /* grown: access */
    free(a);
}

PLANTED array_of_calloc(void) {
    int *a = calloc(5, sizeof *a); /* array_of_calloc: allocated */
    hide(a);
    a[5] = 1; /* array_of_calloc: access */
    free(a);
}

PLANTED aligned(void) {
    char *a = aligned_alloc(64, 64); /* aligned: allocated */
    hide(a);
    a[64] = 1; /* aligned: access */
    free(a);
}

PLANTED aligned_to_pointer(void) {
    void *place = NULL;
    if (posix_memalign(&place, 32, 96)) /* aligned_to_pointer: allocated */
        return;
    char *a = place;
    hide(a);
    sink = a[-1]; /* aligned_to_pointer: access */
    free(a);
}

PLANTED copy_behind(void) {
    char *a = malloc(24); /* copy_behind: allocated */
    hide(a);
    memcpy(a, text, 28); /* copy_behind: access */
    free(a);
}

PLANTED copy_from_behind(void) {
    char *a = malloc(24); /* copy_from_behind: allocated */
    hide(a);
    memcpy(text, a, 28); /* copy_from_behind: access */
    free(a);
}

PLANTED set_behind(void) {
    size_t size = 50;
    char *a = malloc(size); /* set_behind: allocated */
    hide(a);
    hide(size);
    memset(a, 0, size + 1); /* set_behind: access */
    free(a);
}

PLANTED move_freed(void) {
    char *a = malloc(64); /* move_freed: allocated */
    hide(a);
    free(a); /* move_freed: freed */
    hide(a);
    memmove(text + 1, a, 9); /* move_freed: access */
}

PLANTED text_without_room(void) {
    const char *name = "thirteen char";
    hide(name);
    char *a = malloc(strlen(name)); /* text_without_room: allocated */
    hide(a);
    strcpy(a, name); /* text_without_room: access */
    free(a);
}

PLANTED text_without_end(void) {
    char *a = malloc(12); /* text_without_end: allocated */
    hide(a);
    memset(a, 'x', 12);
    hide(a);
    sink = (int)strlen(a); /* text_without_end: access */
    free(a);
}

PLANTED printed_behind(void) {
    char *a = malloc(20); /* printed_behind: allocated */
    hide(a);
    sprintf(a, "%d and %d, %d", 1234, 5678, 90123); /* printed_behind: access */
    free(a);
}

static int order(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other; /* sorted_behind: access */
}

PLANTED sorted_behind(void) {
    int *a = malloc(4 * sizeof *a); /* sorted_behind: allocated */
    for (int i = 0; i < 4; i++)
        a[i] = 9 - i;
    hide(a);
    qsort(a, 5, sizeof *a, order); /* sorted_behind: also */
    free(a);
}

__attribute__((noinline)) static void fill(int *a, int count) {
    for (int i = 0; i < count; i++) {
        a[i] = i; /* in_a_function: access */
        hide(a);
    }
}

PLANTED in_a_function(void) {
    int *a = malloc(9 * sizeof *a); /* in_a_function: allocated */
    hide(a);
    fill(a, 10);
    free(a);
}

PLANTED atomic_behind(void) {
    int *a = malloc(3 * sizeof *a); /* atomic_behind: allocated */
    hide(a);
    __atomic_fetch_add(a + 3, 0, __ATOMIC_RELAXED); /* atomic_behind: access */
    free(a);
}

PLANTED float_behind(void) {
    float *a = malloc(6 * sizeof *a); /* float_behind: allocated */
    hide(a);
    float value = a[6]; /* float_behind: access */
    sink = value > 0;
    free(a);
}

/* A structure with padding at its end is one variable; the bytes after it do not belong to it. */
static struct { char name[5]; } small_first = {"abcd"};
static long long wide_second = 1;

PLANTED behind_a_variable(void) {
    char *a = small_first.name;
    long long *other = &wide_second;
    hide(a);
    hide(other);
    a[5] = 1; /* behind_a_variable: access */
    *other += 1;
}

PLANTED row_of_a_matrix(void) {
    double **rows = malloc(4 * sizeof *rows); /* row_of_a_matrix: allocated */
    for (int i = 0; i < 4; i++)
        rows[i] = malloc(3 * sizeof **rows);
    hide(rows);
    double *row = rows[4]; /* row_of_a_matrix: access */
    sink = row != NULL;
    for (int i = 0; i < 4; i++)
        free(rows[i]);
    free(rows);
}

PLANTED duplicate(void) {
    char *a = strdup("seven b");
    hide(a);
    a[8] = 1; /* duplicate: access */
    free(a);
}

PLANTED empty(void) {
    char *a = malloc(0);
    hide(a);
    sink = a[0]; /* empty: access */
    free(a);
}

PLANTED lost(void) {
    char *a = malloc(77); /* lost: access */
    hide(a);
    a[0] = 1;
}

PLANTED lost_by_assignment(void) {
    static char *kept;
    kept = malloc(31); /* lost_by_assignment: access */
    hide(kept);
    kept = malloc(32);
    hide(kept);
}

PLANTED lost_with_its_list(void) {
    void **a = malloc(sizeof *a); /* lost_with_its_list: access */
    hide(a);
    a[0] = a;
    hide(a);
}

PLANTED undefined_branch(void) {
    int *a = malloc(4 * sizeof *a); /* undefined_branch: allocated */
    a[0] = 1;
    hide(a);
    if (a[1] > 3) /* undefined_branch: access */
        bytes = 1;
    free(a);
}

PLANTED undefined_address(void) {
    int *a = malloc(4 * sizeof *a); /* undefined_address: allocated */
    hide(a);
    sink = text[a[2] & 7]; /* undefined_address: access */
    free(a);
}

PLANTED undefined_copy(void) {
    int *a = malloc(40), *b = malloc(40); /* undefined_copy: allocated */
    hide(a);
    a[3] = 4;
    memcpy(b, a, 40);
    hide(b);
    int sum = b[3] + 1;
    hide(b);
    sum += b[4];
    if (sum == 7) /* undefined_copy: access */
        bytes = 1;
    free(a);
    free(b);
}

PLANTED undefined_output(void) {
    char *a = malloc(6); /* undefined_output: allocated */
    a[0] = a[1] = a[3] = 'x';
    hide(a);
    fflush(stdout);
    write(1, a, 4); /* undefined_output: access */
    free(a);
}

PLANTED undefined_rest(void) {
    char *a = malloc(30);
    hide(a);
    memset(a, 1, 30);
    a = realloc(a, 60); /* undefined_rest: allocated */
    hide(a);
    int sum = 0;
    for (int i = 0; i < 40; i++) {
        if (a[i]) /* undefined_rest: access */
            sum++;
    }
    sink = sum;
    free(a);
}

PLANTED undefined_text(void) {
    char *a = malloc(16); /* undefined_text: allocated */
    memcpy(a, "abc", 3);
    hide(a);
    sink = (int)strlen(a); /* undefined_text: access */
    free(a);
}

PLANTED undefined_real(void) {
    double *a = malloc(2 * sizeof *a); /* undefined_real: allocated */
    a[0] = 1;
    hide(a);
    if (a[0] + a[1] > 4) /* undefined_real: access */
        bytes = 1;
    free(a);
}

PLANTED undefined_local(void) {
    int value, *a = &value;
    hide(a);
    if (*a) /* undefined_local: access */
        sink = 1;
}

PLANTED undefined_member(void) {
    struct {
        int first;
        double second;
    } a, *pointer = &a;
    a.first = 1;
    hide(pointer);
    if (pointer->second > 1) /* undefined_member: access */
        sink = 1;
}

/* Fills the bytes of a caller's variable. */
PLANTED refill(char *a, int count) {
    for (int i = 0; i < count; i++)
        a[i] = a[i]; /* behind_a_local: access */
}

/* This function saves its registers after its variable, with up to 8 bytes between the variable and
 * the registers. */
PLANTED behind_a_local(void) {
    char a[24] = {0};
    refill(a, 40);
    sink = a[0];
}

__attribute__((noinline)) static int *local(void) {
    int a[4] = {1, 2, 3, 4}, *pointer = a;
    hide(pointer);
    return pointer;
}

PLANTED returned_local(void) {
    int *a = local();
    sink = a[1]; /* returned_local: access */
}

PLANTED lost_text(void) {
    char *a = strdup("text"); /* lost_text: access */
    hide(a);
    sink = a[0];
}

/* Correct uses of variables on the stack: some are only partly initialised, some belong to a
 * caller. */
PLANTED right_locals(void) {
    struct {
        char first;
        int second;
    } a = {1, 2}, b;
    memcpy(&b, &a, sizeof a);
    if (b.first + b.second != 3)
        sink = 1;
    char parts[24];
    parts[3] = 0;
    refill(parts, 24);
    if (parts[3])
        sink = 2;
    char *more = __builtin_alloca((size_t)b.second * 20);
    memset(more, 0, 40);
    hide(more);
    if (more[39])
        sink = 3;
}

/* posix_memalign() writes the pointer to the block. */
PLANTED right_aligned(void) {
    void *a;
    if (posix_memalign(&a, 64, 100) || !a)
        return;
    memset(a, 1, 100);
    sink = ((char *)a)[99];
    free(a);
}

/* mallinfo() writes the whole structure. */
PLANTED right_mallinfo(void) {
    struct mallinfo info = mallinfo();
    if (info.arena || info.uordblks || info.fordblks || info.keepcost)
        sink = 1;
}

PLANTED defined(void) {
    struct {
        char name[3];
        short number;
        unsigned low : 5, high : 9;
    } *a = malloc(2 * sizeof *a);
    memcpy(a->name, "ab", 3);
    a->number = 4;
    a->low = 3;
    a->high = 2;
    hide(a);
    a[1] = a[0];
    hide(a);
    if (a[1].low == 3 && a[1].high == 2 && a[1].number == 4)
        sink = (int)strlen(a[1].name);
    free(a);
}

/* A load from a device register gives the destination register a defined value, even if that
 * register had none before. The addresses are those of the core's register with the number of
 * tiles, and of counter 0 of the first tile (docs/register-map.md). */
PLANTED right_devices(void) {
    static const uintptr_t places[] = {0x20000008, 0x40060000};
    int without_value;
    for (int i = 0; i < 2; i++) {
        uintptr_t loaded = (uintptr_t)&without_value;
        __asm__ volatile("lw %0, 0(%0)\n\tlw %0, 0(%1)"
                         : "+&r"(loaded)
                         : "r"(places[i])
                         : "memory");
        if (loaded)
            sink = 1;
    }
}

/* Memory between the blocks of malloc() also belongs to the program. */
PLANTED right_break(void) {
    char *a = sbrk(64);
    if (a == (void *)-1)
        return;
    a[0] = a[63] = 1;
    hide(a);
}

PLANTED divided(void) {
    volatile int zero = 0, one = 1;
    sink = one / zero; /* divided: access */
}

PLANTED rest_of_division(void) {
    volatile unsigned zero = 0, one = 1;
    sink = (int)(one % zero); /* rest_of_division: access */
}

PLANTED long_division(void) {
    volatile long long zero = 0, one = 1;
    sink = (int)(one / zero); /* long_division: access */
}

PLANTED long_rest(void) {
    volatile unsigned long long zero = 0, one = 1;
    sink = (int)(one % zero); /* long_rest: access */
}

/* A divisor is not zero if only one of its two words is zero. */
PLANTED right_division(void) {
    volatile long long high = 1ll << 32, low = 1;
    sink = (int)(high / low + low % high);
}
/* The functions below end the job. */
PLANTED freed_twice(void) {
    int *a = malloc(24); /* freed_twice: allocated */
    hide(a);
    free(a); /* freed_twice: freed */
    hide(a);
    free(a); /* freed_twice: access */
}

PLANTED freed_inside(void) {
    char *a = malloc(64); /* freed_inside: allocated */
    char *inside = a + 16;
    hide(inside);
    free(inside); /* freed_inside: access */
}

PLANTED freed_variable(void) {
    char *a = text;
    hide(a);
    free(a); /* freed_variable: access */
}

PLANTED reallocated_freed(void) {
    char *a = malloc(10); /* reallocated_freed: allocated */
    hide(a);
    free(a); /* reallocated_freed: freed */
    hide(a);
    a = realloc(a, 20); /* reallocated_freed: access */
    hide(a);
    free(a);
}

/* One of the loop's loads is wrong, long after the loop has begun. */
PLANTED late_in_a_loop(void) {
    int *a = malloc(100 * sizeof *a), sum = 0; /* late_in_a_loop: allocated */
    memset(a, 1, 100 * sizeof *a);
    hide(a);
    for (int round = 0; round < 300; round++)
        for (int i = 0; i < 100 + (round == 250); i++)
            sum += a[i]; /* late_in_a_loop: access */
    sink = sum;
    free(a);
}

/* Two loops: one over memory that has no value until the loop writes it, and one that makes the
 * memory undefined again. */
PLANTED undefined_late(void) {
    int *a = malloc(100 * sizeof *a); /* undefined_late: allocated */
    hide(a);
    for (int round = 0; round < 300; round++) {
        for (int i = 0; i < 99; i++)
            a[i] = i + round;
        for (int i = 0; i < 99 + (round == 280); i++)
            if (a[i] == 1000) /* undefined_late: access */
                sink = i;
    }
    free(a);
}

#define RUN(name)                                                                                  \
    if (!wanted || strcmp(wanted, #name) == 0)                                                     \
        name();
#define RUN_ALONE(name)                                                                            \
    if (wanted && strcmp(wanted, #name) == 0)                                                      \
        name();

int main(int count, char **arguments) {
    const char *wanted = count > 1 ? arguments[1] : NULL;
    RUN(read_behind)
    RUN(write_behind)
    RUN(write_before)
    RUN(byte_behind)
    RUN(word_across_the_end)
    RUN(double_behind)
    RUN(loop_to_the_end)
    RUN(far_behind)
    RUN(read_freed)
    RUN(write_freed)
    RUN(freed_list)
    RUN(after_realloc)
    RUN(shrunk)
    RUN(grown)
    RUN(array_of_calloc)
    RUN(aligned)
    RUN(aligned_to_pointer)
    RUN(copy_behind)
    RUN(copy_from_behind)
    RUN(set_behind)
    RUN(move_freed)
    RUN(text_without_room)
    RUN(text_without_end)
    RUN(printed_behind)
    RUN(sorted_behind)
    RUN(in_a_function)
    RUN(atomic_behind)
    RUN(float_behind)
    RUN(behind_a_variable)
    RUN(row_of_a_matrix)
    RUN(duplicate)
    RUN(empty)
    RUN(lost)
    RUN(lost_by_assignment)
    RUN(lost_with_its_list)
    RUN(undefined_branch)
    RUN(undefined_address)
    RUN(undefined_copy)
    RUN(undefined_output)
    RUN(undefined_rest)
    RUN(undefined_text)
    RUN(undefined_real)
    RUN(undefined_local)
    RUN(undefined_member)
    RUN(late_in_a_loop)
    RUN(undefined_late)
    RUN(behind_a_local)
    RUN(returned_local)
    RUN(lost_text)
    RUN(right_locals)
    RUN(right_aligned)
    RUN(right_mallinfo)
    RUN(defined)
    RUN(right_devices)
    RUN(right_break)
    RUN(divided)
    RUN(long_division)
    RUN(long_rest)
    RUN(right_division)
    RUN(rest_of_division)
    RUN_ALONE(freed_twice)
    RUN_ALONE(freed_inside)
    RUN_ALONE(freed_variable)
    RUN_ALONE(reallocated_freed)
    puts("done");
    return 0;
}
