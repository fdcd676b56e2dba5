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

std::ptrdiff_t lines_of(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

TEST(device_code, keeps_the_device_and_drops_the_host) {
  const std::string kept = device_code_of(mixed_source);
  for (const char* text :
       {"#include <stdio.h>", "+ 1", "width = 3", "taps[] = {1, 2};", "} pair;", "twice() const",
        "weights[4]", "T twice(T x) { return x + x; }", "__global__ void kept", "namespace inner {",
        "void also(int n) {}", "#ifdef X", "#endif"})
    EXPECT_TRUE(contains(kept, text)) << text << "\n" << kept;
  for (const char* text : {"global_pointer", "cudaMalloc", "prototype", "host", "main", "kept<<<"})
    EXPECT_FALSE(contains(kept, text)) << text << "\n" << kept;
  EXPECT_EQ(lines_of(kept), lines_of(mixed_source));
  EXPECT_EQ(kept.find("weights"), mixed_source.find("weights"));
}

TEST(device_code, keeps_the_lines_of_any_text) {
  for (const std::string text :
       {"", "{", "}", "\"", "/*", "#", "'", "a(", "x = {", "namespace", "\\"})
    for (const auto& [before, after] :
         {std::pair{"", ""}, {"int a;\n", "\n"}, {"\n", "\nint b;\n"}}) {
      const std::string whole = before + text + after;
      EXPECT_EQ(lines_of(device_code_of(whole)), lines_of(whole)) << whole;
    }
}

TEST(device_code, keeps_the_lines_of_a_source_that_ends_anywhere) {
  for (std::size_t length = 0; length <= mixed_source.size(); ++length) {
    const std::string cut = mixed_source.substr(0, length);
    EXPECT_EQ(lines_of(device_code_of(cut)), lines_of(cut)) << cut;
  }
}

}  // namespace
}  // namespace warpmark::inspect
