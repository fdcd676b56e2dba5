#include "bench/inspect/device_code.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/inspect/refusal.hpp"

namespace warpmark::inspect {
namespace {

TEST(device_code, keeps_the_device_and_drops_the_host) {
  const std::string source = R"(#include <stdio.h>
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
  const std::string kept = device_code_of(source);
  for (const char* text :
       {"#include <stdio.h>", "+ 1", "width = 3", "taps[] = {1, 2};", "} pair;", "twice() const",
        "weights[4]", "T twice(T x) { return x + x; }", "__global__ void kept", "namespace inner {",
        "void also(int n) {}", "#ifdef X", "#endif"})
    EXPECT_TRUE(contains(kept, text)) << text << "\n" << kept;
  for (const char* text : {"global_pointer", "cudaMalloc", "prototype", "host", "main", "kept<<<"})
    EXPECT_FALSE(contains(kept, text)) << text << "\n" << kept;
  EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'),
            std::count(source.begin(), source.end(), '\n'));
  EXPECT_EQ(kept.find("weights"), source.find("weights"));
}

TEST(device_code, ends_on_any_text) {
  for (const char* text : {"", "{", "}", "\"", "/*", "#", "'", "a(", "x = {", "namespace", "\\"})
    device_code_of(text);
}

}  // namespace
}  // namespace warpmark::inspect
