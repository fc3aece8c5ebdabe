// Services that C++ needs from the start-up, the linker script and the C library.
#include <mpi.h>

#include <any>
#include <cinttypes>
#include <complex>
#include <concepts>
#include <cstdio>
#include <functional>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <random>
#include <ranges>
#include <set>
#include <sstream>
#include <string>
#include <typeinfo>
#include <unordered_map>
#include <variant>
#include <vector>

struct Said {
    const char *name;
    explicit Said(const char *name) : name(name) {
        std::printf("+%s\n", name);
    }
    ~Said() {
        std::printf("-%s\n", name);
    }
};
static Said one("first static");
__attribute__((init_priority(200))) static Said early("early static");
static thread_local Said own("thread-local");

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Square : Shape {
    double side = 2;
    double area() const override {
        return side * side;
    }
};
struct Round : virtual Shape {
    double area() const override {
        return 3;
    }
};

template <std::integral T> constexpr T twice(T value) {
    return value * 2;
}
static_assert(twice(21) == 42);

static void library() {
    std::map<std::string, int> words{{"two", 2}, {"one", 1}};
    std::unordered_map<int, std::string> names{{1, "one"}};
    for (auto &[word, number] : words)
        std::cout << word << '=' << number << ' ';
    std::cout << names.at(1) << '\n';
    auto even = std::views::iota(1, 10) | std::views::filter([](int i) { return i % 2 == 0; });
    for (int i : even)
        std::cout << i << ' ';
    std::ostringstream text;
    text << std::setw(8) << std::setfill('*') << std::fixed << std::setprecision(2) << 3.14159
         << ' ' << std::hex << 255 << std::boolalpha << ' ' << true << ' ' << 2.5L;
    std::cout << text.str() << '\n';
    std::istringstream in("12 3.5 word");
    int i;
    double d;
    std::string w;
    in >> i >> d >> w;
    std::cout << i << d << w << ' ' << in.eof() << ' ' << std::stoll("-9000000000") << ' '
              << std::to_string(0.1f) << '\n';
    std::mt19937_64 random(7);
    std::vector<int> v(100);
    std::iota(v.begin(), v.end(), 0);
    std::shuffle(v.begin(), v.end(), random);
    std::sort(v.begin(), v.end(), std::greater<>());
    std::cout << v.front() << ' ' << random() << ' ' << std::complex<double>(0, 1) << '\n';
    std::variant<int, std::string> either = "text";
    std::any any = 3.0;
    std::optional<int> none;
    std::cout << std::get<std::string>(either) << std::any_cast<double>(any) << none.value_or(4)
              << '\n';
    try {
        std::any_cast<int>(any);
    } catch (const std::bad_any_cast &error) {
        std::cout << error.what() << '\n';
    }
}

// Overloads take int32_t as int and uint32_t as unsigned, as many programs expect.
static std::uint32_t number_of(int) {
    return 1;
}
static std::uint32_t number_of(unsigned) {
    return 2;
}
static std::uint32_t number_of(std::int64_t) {
    return 3;
}

static void numbers() {
    std::uint32_t one = UINT32_C(7);
    unsigned &same = one;
    std::printf("%" PRIu32 " %" PRIx32 " %u %" PRIu32 " %" PRIu32 "\n", std::max(one, 3u),
                UINT32_MAX, same, number_of(one), number_of(std::int32_t{}));
    std::random_device random;
    std::random_device::result_type first = random();
    std::cout << (first != random()) << random.min() << '\n';
}

struct alignas(256) Wide {
    char bytes[256];
};

static void objects() {
    std::unique_ptr<Shape> shapes[] = {std::make_unique<Square>(), std::make_unique<Round>()};
    for (auto &shape : shapes)
        std::cout << shape->area() << ' ' << (dynamic_cast<Square *>(shape.get()) != nullptr) << ' '
                  << typeid(*shape).name() << '\n';
    try {
        dynamic_cast<Round &>(*shapes[0]);
    } catch (const std::bad_cast &error) {
        std::cout << error.what() << '\n';
    }
    auto wide = std::make_unique<Wide>();
    std::cout << reinterpret_cast<std::uintptr_t>(wide.get()) % 256 << '\n';
    static Said late("local static");
    std::cout << late.name << ' ' << own.name << std::endl;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::cout << "rank " << rank << '\n';
    library();
    objects();
    numbers();
    std::cerr << "an error\n";
    MPI_Finalize();
}
