// Kernels that share a source are distinguished.

#include "ci/gate/sides/same_code.hpp"

#include <gtest/gtest.h>

#include "bench/compiler/cubin_file.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/compiler/ptx_module.hpp"
#include "ci/gate/statics/instruction_mix.hpp"

namespace warpmark::gate {
namespace {

constexpr const char* two_kernels = R"(
__constant__ float weights[4] = {1, 2, 3, 4};
__device__ int counter = 5;
__device__ __noinline__ float helper(float x) { return x * x + 1; }
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  __shared__ float tile[64];
  const int i = threadIdx.x;
  tile[i & 63] = x[i];
  __syncthreads();
  if (i < n) y[i] = a * tile[63 - (i & 63)] + weights[i & 3] + helper(y[i]);
}
extern "C" __global__ void scale(float a, float* y, int n) {
  const int i = threadIdx.x;
  if (i < n) { y[i] = a * y[i]; atomicAdd(&counter, 1); }
}
)";

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

class shared_source : public testing::Test {
 protected:
  compiler::kernel_handle compiled(const std::string& text, const std::string& kernel,
                                   const std::vector<std::string>& options = {}) {
    return compile_.compile(
        {.name = "/shared/a.cu", .source = text, .expression = kernel, .options = options});
  }

  bool is_same(const std::string& kernel, const std::string& changed,
               const std::vector<std::string>& options = {}) {
    kernel_instance before{.file = "a.cu", .expression = kernel}, after = before;
    after.options = options;
    const auto base = compiled(two_kernels, kernel), head = compiled(changed, kernel, options);
    return same_code({before, *base}, {after, *head});
  }

  compiler::kernel_compiler compile_{{.use_cache = false, .threads = 1}};
};

TEST_F(shared_source, a_change_of_one_kernel_leaves_the_other_as_it_is) {
  const auto changed = replaced(two_kernels, "a * y[i];", "a * y[i] * y[i] + a * a;");
  EXPECT_TRUE(is_same("saxpy", changed));
  EXPECT_FALSE(is_same("scale", changed));
  const auto mix = [&](const std::string& text, const std::string& kernel) {
    const auto kernel_of = compiled(text, kernel);
    return mix_of_function(kernel_of->ptx, kernel_of->lowered_name);
  };
  EXPECT_EQ(mix(two_kernels, "saxpy"), mix(changed, "saxpy"));
  EXPECT_NE(mix(two_kernels, "scale"), mix(changed, "scale"));
}

TEST_F(shared_source, addresses_that_move_are_no_change) {
  for (const char* addition :
       {"__constant__ float more[3] = {7, 8, 9};\n__device__ float before = 1;\n",
        "__device__ int another = 3;\n"}) {
    // The new variables come first, and the other kernel uses them.
    auto changed = std::string(addition) + two_kernels;
    const std::string use = std::string(addition).find("more") != std::string::npos
                                ? "a * y[i] + more[i % 3] + before;"
                                : "a * y[i] + another;";
    changed = replaced(changed, "a * y[i];", use + " printf(\"%d\", i);");
    EXPECT_TRUE(is_same("saxpy", changed)) << addition;
    EXPECT_FALSE(is_same("scale", changed)) << addition;
  }
}

TEST_F(shared_source, what_a_kernel_refers_to_is_part_of_it) {
  EXPECT_FALSE(is_same("saxpy", replaced(two_kernels, "{1, 2, 3, 4}", "{1, 2, 3, 5}")));
  EXPECT_FALSE(is_same("saxpy", replaced(two_kernels, "x * x + 1", "x * x + 2")));
  EXPECT_FALSE(is_same("saxpy", replaced(two_kernels, "tile[64]", "tile[128]")));
  EXPECT_FALSE(is_same("scale", replaced(two_kernels, "counter = 5", "counter = 6")));
  EXPECT_TRUE(is_same("scale", replaced(two_kernels, "{1, 2, 3, 4}", "{1, 2, 3, 5}")));
  EXPECT_TRUE(is_same("scale", replaced(two_kernels, "x * x + 1", "x * x + 2")));
  EXPECT_TRUE(is_same("scale", replaced(two_kernels, "tile[64]", "tile[128]")));
  EXPECT_TRUE(is_same("saxpy", replaced(two_kernels, "counter = 5", "counter = 6")));
}

TEST_F(shared_source, names_and_comments_are_no_change) {
  auto renamed = replaced(two_kernels, "float helper", "float other_helper");
  renamed = replaced(renamed, "helper(y[i])", "other_helper(y[i])");
  EXPECT_TRUE(is_same("saxpy", "// A comment.\n\n" + renamed));
}

TEST_F(shared_source, launch_bounds_and_options_of_the_assembler_count) {
  EXPECT_FALSE(
      is_same("scale", replaced(two_kernels, "void scale", "void __launch_bounds__(64) scale")));
  EXPECT_FALSE(is_same("saxpy", std::string(two_kernels) + "__global__ void third() {}\n",
                       {"-maxrregcount=16"}));
}

TEST_F(shared_source, a_hash_is_of_one_kernel) {
  const auto hash = [&](const std::string& text, const std::string& kernel) {
    const auto of = compiled(text, kernel);
    return compiler::function_hash(of->cubin, of->lowered_name,
                                   compiler::ptx_module(of->ptx).closure(of->lowered_name));
  };
  const auto changed = replaced(two_kernels, "a * y[i];", "a * y[i] * y[i] + a * a;");
  EXPECT_EQ(hash(two_kernels, "saxpy").size(), 64u);
  EXPECT_EQ(hash(two_kernels, "saxpy"), hash(changed, "saxpy"));
  EXPECT_NE(hash(two_kernels, "scale"), hash(changed, "scale"));
  EXPECT_NE(hash(two_kernels, "saxpy"), hash(two_kernels, "scale"));
  EXPECT_NE(hash(two_kernels, "saxpy"),
            hash(replaced(two_kernels, "{1, 2, 3, 4}", "{1, 2, 3, 5}"), "saxpy"));
  EXPECT_EQ(compiler::function_hash({}, "saxpy", {}), "");
}

TEST(listing_of_function, is_the_part_of_one_kernel) {
  const std::string nvdisasm =
      "\t.section\t.text.scale,\"ax\",@progbits\n        /*0000*/   FADD R1, R1, R2 ;\n"
      "\t.section\t.text.saxpy,\"ax\",@progbits\n        /*0000*/   FFMA R1, R1, R2, R3 ;\n";
  EXPECT_EQ(mix_of_sass(listing_of_function(nvdisasm, "saxpy")),
            (instruction_mix{{"sass.FFMA", 1}}));
  const std::string cuobjdump =
      "\t\tFunction : scale\n        /*0000*/   FADD R1, R1, R2 ;\n"
      "\t\tFunction : saxpy\n        /*0000*/   FFMA R1, R1, R2, R3 ;\n";
  EXPECT_EQ(mix_of_sass(listing_of_function(cuobjdump, "scale")),
            (instruction_mix{{"sass.FADD", 1}}));
  EXPECT_EQ(listing_of_function("/*0000*/ EXIT ;\n", "k"), "/*0000*/ EXIT ;\n");
}

}  // namespace
}  // namespace warpmark::gate
