/* Two ranks make objects of MPI and do not free them: each function makes one such mistake. The
 * comment "NAME: access" marks the line that makes the object. The functions whose names begin with
 * right_ make no mistake. The test reads the comments. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define PLANTED __attribute__((noinline)) static void

static int rank;
static volatile int sink;

PLANTED copied_communicator(void) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* copied_communicator: access */
    MPI_Barrier(comm);
}

PLANTED split_communicator(void) {
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &comm); /* split_communicator: access */
    MPI_Barrier(comm);
}

PLANTED one_of_two_communicators(void) {
    MPI_Comm one, two;
    MPI_Comm_dup(MPI_COMM_WORLD, &one); /* one_of_two_communicators: access */
    MPI_Comm_dup(MPI_COMM_WORLD, &two);
    MPI_Comm_free(&two);
    MPI_Barrier(one);
}

PLANTED grid(void) {
    MPI_Comm comm;
    MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){2}, (int[]){0}, 0, &comm); /* grid: access */
}

PLANTED merged_communicator(void) {
    MPI_Comm self, inter, comm;
    MPI_Comm_dup(MPI_COMM_SELF, &self);
    MPI_Intercomm_create(self, 0, MPI_COMM_WORLD, !rank, 7, &inter);
    MPI_Intercomm_merge(inter, rank, &comm); /* merged_communicator: access */
    MPI_Comm_free(&inter);
    MPI_Comm_free(&self);
}

PLANTED created_by_one(void) {
    MPI_Group all, own;
    MPI_Comm comm;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, (int[]){1}, &own);
    MPI_Comm_create(MPI_COMM_WORLD, own, &comm); /* created_by_one: access */
    MPI_Group_free(&own);
    MPI_Group_free(&all);
}

PLANTED group_of_all(void) {
    MPI_Group group;
    MPI_Comm_group(MPI_COMM_WORLD, &group); /* group_of_all: access */
}

PLANTED group_of_some(void) {
    MPI_Group all, some;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, (int[]){0}, &some); /* group_of_some: access */
    MPI_Group_free(&all);
}

PLANTED row(void) {
    MPI_Datatype type;
    MPI_Type_contiguous(3, MPI_INT, &type); /* row: access */
    MPI_Type_commit(&type);
}

PLANTED inner_type(void) {
    MPI_Datatype inner, outer;
    MPI_Type_vector(3, 1, 2, MPI_INT, &inner); /* inner_type: access */
    MPI_Type_contiguous(2, inner, &outer);
    MPI_Type_commit(&outer);
    MPI_Type_free(&outer);
}

PLANTED structure(void) {
    MPI_Datatype type;
    MPI_Type_create_struct(2, (int[]){1, 2}, (MPI_Aint[]){0, 8}, /* structure: access */
                           (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &type);
}

PLANTED copied_type(void) {
    MPI_Datatype one, two;
    MPI_Type_contiguous(3, MPI_INT, &one);
    MPI_Type_dup(one, &two); /* copied_type: access */
    MPI_Type_free(&one);
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

PLANTED operation(void) {
    MPI_Op op;
    int one = 1, sum;
    MPI_Op_create(add, 1, &op); /* operation: access */
    MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    sink = sum;
}

PLANTED window(void) {
    static int memory[4];
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, /* window: access */
                   &win);
}

PLANTED allocated_window(void) {
    int *memory;
    MPI_Win win;
    MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, /* allocated_window: access */
                     &memory, &win);
    MPI_Win_fence(0, win);
}

PLANTED right_objects(void) {
    MPI_Comm comm, none;
    MPI_Group all, some, empty;
    MPI_Datatype one, two;
    MPI_Op op;
    MPI_Win win;
    int memory[4];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_split(comm, MPI_UNDEFINED, 0, &none);
    MPI_Comm_group(comm, &all);
    MPI_Comm_group(comm, &some);
    MPI_Group_difference(all, some, &empty);
    if (none != MPI_COMM_NULL || empty != MPI_GROUP_EMPTY)
        puts("wrong");
    MPI_Group_free(&all);
    MPI_Group_free(&some);
    MPI_Type_vector(3, 1, 2, MPI_INT, &one);
    MPI_Type_create_resized(one, 0, 40, &two);
    MPI_Type_free(&one);
    MPI_Type_free(&two);
    MPI_Op_create(add, 1, &op);
    MPI_Op_free(&op);
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, comm, &win);
    MPI_Win_get_group(win, &all);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Comm_disconnect(&comm);
}

/* MPI_Finalize deletes the attributes of MPI_COMM_SELF first (MPI 4.1, 11.2.4). */
static int free_kept(MPI_Comm comm, int key, void *value, void *state) {
    (void)comm, (void)key, (void)state;
    MPI_Type_free(value);
    return MPI_SUCCESS;
}

PLANTED right_until_finalize(void) {
    static MPI_Datatype type;
    int key;
    MPI_Type_contiguous(5, MPI_INT, &type);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_kept, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &type);
    MPI_Comm_free_keyval(&key);
}

int main(void) {
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    copied_communicator();
    split_communicator();
    one_of_two_communicators();
    grid();
    merged_communicator();
    created_by_one();
    group_of_all();
    group_of_some();
    row();
    inner_type();
    structure();
    copied_type();
    operation();
    window();
    allocated_window();
    right_objects();
    right_until_finalize();
    MPI_Finalize();
    puts("done");
    return 0;
}
