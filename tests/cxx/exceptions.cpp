// Throws many exceptions of several kinds: through frames of C, through callbacks of MPI, and when
// there is no memory.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

extern "C" int each(int (*call)(int), int count); // frames.c

static int depth;
struct Guard {
    Guard() {
        depth++;
    }
    ~Guard() {
        depth--;
    }
};

__attribute__((noinline)) static int down(int frames, int number) {
    Guard guard;
    if (!frames)
        throw number;
    return down(frames - 1, number) + 1;
}

static int five(int i) {
    Guard guard;
    if (i == 5)
        throw std::runtime_error("five");
    return i;
}

extern "C" {
static int order(const void *a, const void *b) {
    Guard guard;
    int x = *static_cast<const int *>(a), y = *static_cast<const int *>(b);
    if (x == 7 || y == 7)
        throw std::range_error("seven");
    return x - y;
}
}

static void through_the_c_library() {
    int numbers[20], sum = 0, number = 30;
    for (int i = 0; i < 20; i++)
        numbers[i] = i * 11 % 20;
    try {
        std::qsort(numbers, 20, sizeof *numbers, order);
    } catch (const std::range_error &error) {
        for (int element : numbers)
            sum += element * element;
        std::printf("%s %d %d\n", error.what(), depth, sum);
    }
    for (int i = 0; i < 20; i++)
        numbers[i] = i;
    try {
        std::bsearch(&(number = 6), numbers, 20, sizeof *numbers, order);
    } catch (const std::range_error &error) {
        std::printf("%s %d\n", error.what(), depth);
    }
    for (int i = 0; i < 20; i++)
        numbers[i] = 8 + i * 7 % 20;
    std::qsort(numbers, 20, sizeof *numbers, order);
    for (number = 6; number < 30; number++) {
        void *found = number == 7 ? nullptr : std::bsearch(&number, numbers, 20, 4, order);
        std::printf("%d ", found ? static_cast<int>(static_cast<int *>(found) - numbers) : -1);
    }
    std::printf("\n");
}

static void add(void *, void *, int *, MPI_Datatype *) {
    throw std::domain_error("in an operation");
}

static void handle(MPI_Comm *, int *code, ...) {
    throw *code;
}

static void through_mpi() {
    MPI_Op op;
    MPI_Op_create(add, 1, &op);
    int mine = 1, sum;
    try {
        MPI_Reduce_local(&mine, &sum, 1, MPI_INT, op);
    } catch (const std::domain_error &error) {
        std::puts(error.what());
    }
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    try {
        MPI_Send(&mine, 1, MPI_INT, 77, 0, MPI_COMM_SELF);
    } catch (int code) {
        int kind;
        MPI_Error_class(code, &kind);
        std::printf("%d\n", kind == MPI_ERR_RANK);
    }
}

static void nested() {
    try {
        try {
            down(3, 1);
        } catch (int) {
            std::throw_with_nested(std::logic_error("outer"));
        }
    } catch (const std::exception &outer) {
        try {
            std::rethrow_if_nested(outer);
        } catch (int inner) {
            std::printf("%s %d\n", outer.what(), inner);
        }
    }
}

struct Throws {
    ~Throws() noexcept(false) {
        throw std::string("from a destructor");
    }
};

static void without_memory() {
    void *last = nullptr;
    for (std::size_t bytes = 1 << 20; bytes >= 16; bytes /= 2)
        while (void *block = std::malloc(bytes)) {
            *static_cast<void **>(block) = last;
            last = block;
        }
    bool thrown = false;
    try {
        ::operator delete(::operator new(1 << 18));
    } catch (const std::bad_alloc &) {
        thrown = true;
    }
    try {
        down(10, 3);
    } catch (int) {
    }
    while (last) {
        void *next = *static_cast<void **>(last);
        std::free(last);
        last = next;
    }
    std::printf("%d\n", thrown);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    long count = argc > 1 ? std::atol(argv[1]) : 0, caught = 0;
    for (long i = 0; i < count; i++)
        try {
            down(10, static_cast<int>(i));
        } catch (int number) {
            caught += number == i;
        }
    std::printf("%ld %d\n", caught, depth);
    try {
        each(five, 9);
    } catch (const std::exception &error) {
        std::printf("%s %d\n", error.what(), depth);
    }
    through_the_c_library();
    through_mpi();
    nested();
    try {
        Throws throws;
    } catch (const std::string &text) {
        std::puts(text.c_str());
    }
    if (argc > 2)
        without_memory();
    MPI_Finalize();
}
