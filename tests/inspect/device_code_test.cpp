#include "bench/inspect/device_code.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/refusal.hpp"

namespace warpmark::inspect {
namespace {

const std::string mixed_source = R"(#include <stdio.h>
#define SIZE 4 \
  + 1
// __global__ in a comment: } { "
static const int width = 3;
constexpr float taps[] = {1, 2};
int *global_pointer = NULL;
typedef struct { int a; } pair;
struct point { float x; __device__ float twice() const { return 2 * x; } };
__constant__ float weights[4];
template <class T> __device__ T twice(T x) { return x + x; }
template <class T> void launch(T* d) { cudaMalloc(&d, 4); }
extern "C" void prototype(int);
extern "C" __global__ void kept(int* out) { if (out) { out[0] = '{'; } }
namespace inner {
__global__ void also(int n) {}
void host() { printf("}"); }
}  // namespace inner
int main(int argc, char** argv) {
#ifdef X
  kept<<<1, 2>>>(nullptr);
#endif
  return 0;
}
)";

std::ptrdiff_t count_lines(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

// What the kernel `entry` of the source needs.
std::string code_needed_by(const std::string& entry, const std::string& source) {
  return device_code_of({{.text = source}}, {.expressions = {entry}}).front();
}

void expect_parts(const std::string& code, const std::vector<std::string>& present,
                  const std::vector<std::string>& absent) {
  for (const auto& text : present) EXPECT_TRUE(contains(code, text)) << text << "\n" << code;
  for (const auto& text : absent) EXPECT_FALSE(contains(code, text)) << text << "\n" << code;
}

TEST(device_code, keeps_the_device_and_drops_the_host) {
  const std::string kept = device_code_of(mixed_source);
  expect_parts(
      kept,
      {"#include <stdio.h>", "+ 1", "width = 3", "taps[] = {1, 2};", "} pair;", "twice() const",
       "weights[4]", "T twice(T x) { return x + x; }", "__global__ void kept", "namespace inner {",
       "void also(int n) {}", "#ifdef X", "#endif"},
      {"global_pointer", "cudaMalloc", "prototype", "host", "main", "kept<<<"});
  EXPECT_EQ(count_lines(kept), count_lines(mixed_source));
  EXPECT_EQ(kept.find("weights"), mixed_source.find("weights"));
}

TEST(device_code, keeps_the_lines_of_any_text) {
  for (const std::string text : {"", "{", "}", "\"", "/*", "#", "'", "a(", "x = {", "namespace",
                                 "\\", "template <", "struct x {", "R\"(", "using", "operator"})
    for (const auto& [before, after] :
         {std::pair{"", ""}, {"int a;\n", "\n"}, {"\n", "\nint b;\n"}}) {
      const std::string whole = before + text + after;
      EXPECT_EQ(count_lines(device_code_of(whole)), count_lines(whole)) << whole;
    }
}

TEST(device_code, keeps_the_lines_of_a_source_that_ends_anywhere) {
  for (std::size_t length = 0; length <= mixed_source.size(); ++length) {
    const std::string cut = mixed_source.substr(0, length);
    EXPECT_EQ(count_lines(device_code_of(cut)), count_lines(cut)) << cut;
    EXPECT_EQ(count_lines(code_needed_by("kept", cut)), count_lines(cut)) << cut;
  }
}

TEST(device_code, keeps_only_what_a_kernel_mentions) {
  const std::string kept = code_needed_by("inner::also", mixed_source);
  expect_parts(kept, {"namespace inner {", "void also(int n) {}"},
               {"weights", "twice", "void kept", "width", "pair", "main"});
}

TEST(device_code, keeps_types_with_alignment_and_namespace_aliases) {
  expect_parts(code_needed_by("k", R"(namespace cg = cooperative_groups;
struct __align__(8) pair8 { int a, b; };
struct alignas(16) quad { float v[4]; };
struct __attribute__((packed)) __align__(sizeof(int)) four { char c[4]; };
struct host_only { std::map<int, int> table; };
enum order { first, second };
__global__ void k(pair8 p, quad* q, four f) { cg::this_thread_block().sync(); q->v[first] = p.a; }
)"),
               {"namespace cg =", "struct __align__(8) pair8", "alignas(16) quad",
                "__align__(sizeof(int)) four", "enum order"},
               {"host_only"});
}

TEST(device_code, keeps_what_follows_a_host_function_with_default_arguments) {
  expect_parts(code_needed_by("k", R"(void run(int n = 3, float* p = nullptr) { other(n); }
__device__ int one() { return 1; }
void check(cudaError_t e, dim3 grid = {1, 1, 1});
__global__ void k(int* p) { *p = one(); }
)"),
               {"int one() { return 1; }", "void k(int* p)"}, {"run", "check"});
}

TEST(device_code, drops_functions_for_the_host_from_classes) {
  expect_parts(code_needed_by("k", R"(class matrix {
 public:
  matrix() = default;
  explicit matrix(int n) : n_(n) { cudaMalloc(&data_, n); }
  ~matrix() { cudaFree(data_); }
  __host__ __device__ int size() const { return n_; }
  HD float at(int i) const { return data_[i]; }
  std::vector<float> copy() const;
  template <class C> static char has_size(decltype(&C::size));
  template <class C> static long has_size(...);
 private:
  float* data_;
  int n_;
};
#define HD __host__ __device__
__global__ void k(matrix m) { m.size(); }
)"),
               {"matrix() = default;", "int size() const { return n_; }", "float at(int i)",
                "float* data_;", "char has_size", "long has_size(...)"},
               {"cudaMalloc", "cudaFree", "copy()"});
}

TEST(device_code, follows_macros_and_pasted_names) {
  expect_parts(code_needed_by("add_float", R"(#define DEFINE(T) \
  __global__ void add_##T(T* p) { *p = combine_##T(*p); }
#define QUALIFIED __device__ __forceinline__
QUALIFIED float combine_float(float x) { return helper(x); }
QUALIFIED float helper(float x) { return x; }
QUALIFIED float unused(float x) { return x; }
DEFINE(float)
TEST(suite, name) { run(); }
)"),
               {"combine_float", "helper(float", "DEFINE(float)"}, {"unused", "TEST"});
}

TEST(device_code, keeps_specializations_overloads_and_operators) {
  expect_parts(code_needed_by("k<float>", R"(template <class T> struct traits { using type = T; };
template <> struct traits<float> { using type = double; };
template <class T> __device__ T f(T x) { return x; }
template <> __device__ float f<float>(float x) { return -x; }
__device__ float2 operator+(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
template <class T> __global__ void k(T* p) { *p = f(typename traits<T>::type(*p)); }
template __global__ void k<float>(float*);
template <class T> void launch(T* p) { k<T><<<1, 1>>>(p); }
template void launch<float>(float*);
)"),
               {"struct traits<float>", "f<float>(float x) { return -x; }", "operator+"},
               {"launch", "template __global__"});
}

TEST(device_code, pairs_brackets_in_all_branches_of_conditions) {
  expect_parts(code_needed_by("k", R"(#ifdef WIDE
void host(int a, int b) {
#else
void host(int a) {
#endif
  puts("host");
}
#if 0
void unfinished({
#endif
__global__ void k(int* p) { *p = 1; }
)"),
               {"#ifdef WIDE", "#else", "void k(int* p)"}, {"puts", "void host"});
}

TEST(device_code, follows_names_across_files) {
  const std::string header =
      "#pragma once\ninline void check(int e) { puts(cudaGetErrorString(e)); }\n"
      "__device__ int used() { return 2; }\n__device__ int unused() { return 3; }\n";
  const std::string source = "#include \"h\"\n__global__ void k(int* p) { *p = used(); }\n";
  const auto texts =
      device_code_of({{.text = source, .includes = {{.offset = 9, .source = 1}}}, {.text = header}},
                     {.expressions = {"k"}});
  expect_parts(texts[1], {"#pragma once", "int used()"}, {"check", "unused"});
}

TEST(device_code, leaves_files_alone_that_are_parts_of_declarations) {
  const std::string source = "__global__ void k(int* p) {\n#include \"part\"\n}\n";
  const std::string part = "for (int i = 0; i < 4; ++i) { p[i] = i; }\nhelper(p);\n";
  const auto texts = device_code_of(
      {{.text = source, .includes = {{.offset = source.find('"'), .source = 1}}}, {.text = part}},
      {.expressions = {"k"}});
  EXPECT_EQ(texts[1], part);
}

}  // namespace
}  // namespace warpmark::inspect
