#include "bench/compiler/kernel_compiler.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/compiler/cubin_file.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* source = R"(#include "scale.cuh"
template <class T, int factor>
__global__ void scale(T* data) { data[threadIdx.x] = scaled<factor>(data[threadIdx.x]); }
)";
constexpr const char* header =
    "template <int f, class T> __device__ T scaled(T x) { return x * f; }\n";

class with_nvrtc : public testing::Test {
 protected:
  with_nvrtc()
      : folder_(fs::temp_directory_path() /
                ("warpmark-compile-" + std::to_string(getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
  }
  ~with_nvrtc() override { fs::remove_all(folder_); }

  compiler_options options(const std::string& header_text_now = header) const {
    return {.headers = {{"scale.cuh", header_text_now}}, .cache_folder = folder_, .threads = 2};
  }
  static compile_request request(const std::string& text = source) {
    return {.name = "scale.cu", .source = text, .expression = "scale<float, 3>"};
  }

  fs::path folder_;
};

TEST_F(with_nvrtc, one_source_gives_ptx_machine_code_and_resources) {
  kernel_compiler compile(options());
  const auto kernel = compile.compile(request());
  EXPECT_NE(kernel->ptx.find(kernel->lowered_name), std::string::npos);
  EXPECT_NE(kernel->ptx.find(".loc"), std::string::npos);
  EXPECT_NE(kernel->ptx.find("\"scale.cu\""), std::string::npos);
  EXPECT_EQ(kernel->ptx.find(fs::current_path().string()), std::string::npos);
  EXPECT_GT(kernel->resources.registers, 0);
  EXPECT_GT(kernel->resources.code_bytes, 0u);
  EXPECT_EQ(kernel->cubin_hash.size(), 64u);
  EXPECT_FALSE(kernel->from_cache);
}

TEST_F(with_nvrtc, a_kernel_that_launches_kernels_is_to_be_linked) {
  kernel_compiler compile(options());
  compile_request compile_request = request(
      "__global__ void child(int* p) { ++*p; }\n"
      "__global__ void parent(int* p) { child<<<1, 1, 0, cudaStreamFireAndForget>>>(p); }\n");
  compile_request.expression = "parent";
  compile_request.minimal = false;
  compile_request.options = {"-rdc=true"};
  EXPECT_TRUE(is_relocatable(compile.compile(compile_request)->cubin));
  EXPECT_FALSE(is_relocatable(compile.compile(request())->cubin));
}

TEST_F(with_nvrtc, what_is_wanted_is_compiled_before_what_may_be) {
  auto one_thread = options();
  one_thread.threads = 1;
  kernel_compiler compile(one_thread);
  const auto of = [](int factor) {
    auto compile_request = request();
    compile_request.expression = "scale<float, " + std::to_string(factor) + ">";
    return compile_request;
  };
  const auto is_there = [](const auto& future) {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  compile.submit(of(1));
  std::vector<std::shared_future<kernel_handle>> ahead;
  for (int factor = 2; factor < 8; ++factor)
    ahead.push_back(compile.submit(of(factor), compile_urgency::ahead));
  compile.compile(of(8));
  EXPECT_FALSE(is_there(ahead.back()));
  // Somebody wants the fifth now.
  EXPECT_NE(compile.compile(of(6)), nullptr);
  EXPECT_TRUE(is_there(ahead[4]));
  EXPECT_FALSE(is_there(ahead.back()));
  EXPECT_NE(ahead.back().get(), nullptr);
  EXPECT_EQ(compile.statistics().compiled, 8u);
}

TEST_F(with_nvrtc, a_second_process_finds_the_kernel_in_the_cache) {
  const auto first = kernel_compiler(options()).compile(request());
  kernel_compiler again(options());
  const auto second = again.compile(request());
  EXPECT_TRUE(second->from_cache);
  EXPECT_EQ(second->cubin, first->cubin);
  EXPECT_EQ(again.statistics().compiled, 0u);
  EXPECT_EQ(again.statistics().from_cache, 1u);
}

TEST_F(with_nvrtc, a_changed_header_is_another_kernel) {
  kernel_compiler(options()).compile(request());
  const auto changed = kernel_compiler(options("template <int f, class T> __device__ T scaled(T x) "
                                               "{ return x + f; }\n"))
                           .compile(request());
  EXPECT_FALSE(changed->from_cache);
}

TEST_F(with_nvrtc, a_header_in_angle_brackets_counts_as_well) {
  const auto angled =
      request("#include <value.cuh>\n__global__ void scale(int* p) { *p = value; }");
  auto with = [&](const std::string& text) {
    auto compiler_options = options();
    compiler_options.headers = {{"value.cuh", text}};
    auto compile_request = angled;
    compile_request.expression = "scale";
    return kernel_compiler(compiler_options).compile(compile_request);
  };
  const auto one = with("constexpr int value = 1;");
  const auto two = with("constexpr int value = 2;");
  EXPECT_FALSE(two->from_cache);
  EXPECT_NE(one->cubin_hash, two->cubin_hash);
}

TEST_F(with_nvrtc, each_kernel_of_a_source_has_its_own_resources) {
  kernel_compiler compile(options());
  const auto of = [&](const char* expression) {
    return compile
        .compile({.name = "two.cu",
                  .source = "__global__ void plain(int* p) { *p = 1; }\n"
                            "__global__ void sharing(int* p) {\n"
                            "  __shared__ int s[256];\n"
                            "  s[threadIdx.x] = *p;\n"
                            "  __syncthreads();\n"
                            "  p[threadIdx.x] = s[255 - threadIdx.x];\n"
                            "}\n",
                  .expression = expression})
        ->resources;
  };
  EXPECT_EQ(of("plain").static_shared_bytes, 0u);
  EXPECT_EQ(of("plain").barriers, 0);
  EXPECT_EQ(of("sharing").static_shared_bytes, 1024u);
  EXPECT_EQ(of("sharing").barriers, 1);
}

TEST_F(with_nvrtc, equal_requests_are_compiled_once) {
  kernel_compiler compile(options());
  const auto one = compile.submit(request());
  const auto other = compile.submit(request());
  EXPECT_EQ(one.get(), other.get());
  EXPECT_EQ(compile.statistics().compiled, 1u);
}

TEST_F(with_nvrtc, the_launch_hash_ignores_comments_and_sees_code) {
  kernel_compiler compile(options());
  const auto plain = compile.compile(request());
  const auto commented = compile.compile(request(std::string("// moved down a line\n") + source));
  EXPECT_NE(plain->cubin, commented->cubin);  // line tables differ
  EXPECT_EQ(plain->cubin_hash, commented->cubin_hash);
  auto other = request();
  other.expression = "scale<float, 4>";
  EXPECT_NE(plain->cubin_hash, compile.compile(other)->cubin_hash);
}

TEST_F(with_nvrtc, a_source_error_names_file_and_line_and_keeps_the_log) {
  kernel_compiler compile(options());
  try {
    compile.compile(request("__global__ void scale() { undefined_name(); }"));
    FAIL() << "compiled";
  } catch (const compile_error& error) {
    EXPECT_NE(std::string(error.what()).find("scale.cu(1): error"), std::string::npos);
    EXPECT_NE(error.log.find("undefined_name"), std::string::npos);
  }
  EXPECT_EQ(compile.statistics().failed, 1u);
}

TEST_F(with_nvrtc, the_one_line_is_the_error_and_not_a_warning_about_errors) {
  kernel_compiler compile(options());
  try {
    compile.compile(request("#warning beware: error\n__global__ void scale() { missing(); }"));
    FAIL() << "compiled";
  } catch (const compile_error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("scale.cu(2): error")) << error.what();
  }
}

TEST_F(with_nvrtc, a_kernel_that_is_not_there_is_named_with_its_file) {
  kernel_compiler compile(options());
  auto misspelt = request();
  misspelt.expression = "scael<float, 3>";
  try {
    compile.compile(misspelt);
    FAIL() << "compiled";
  } catch (const compile_error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("scale.cu: 'scael<float, 3>': error"))
        << error.what();
  }
}

TEST_F(with_nvrtc, spills_are_reported) {
  kernel_compiler compile(options());
  const char* hungry = R"(
extern "C" __global__ void __launch_bounds__(1024, 2) hungry(float* data) {
  float value[64];
  for (int i = 0; i < 64; ++i) value[i] = data[threadIdx.x * 64 + i];
  __syncthreads();
  for (int i = 0; i < 64; ++i) data[(threadIdx.x * 64 + i) * 3] = value[63 - i] * value[i];
})";
  const auto kernel =
      compile.compile({.name = "hungry.cu", .source = hungry, .expression = "hungry"});
  EXPECT_LE(kernel->resources.registers, 32);
  EXPECT_GT(kernel->resources.spill_store_bytes, 0u);
}

TEST_F(with_nvrtc, every_request_has_an_end_after_the_compiler_has_gone) {
  std::vector<std::shared_future<kernel_handle>> pending;
  {
    kernel_compiler compile(options());
    for (int i = 0; i < 50; ++i) {
      auto many = request();
      many.expression = "scale<int, " + std::to_string(i) + ">";
      pending.push_back(compile.submit(many));
    }
  }
  for (const auto& one : pending) {
    ASSERT_EQ(one.wait_for(std::chrono::seconds(0)), std::future_status::ready);
    try {
      EXPECT_NE(one.get(), nullptr);
    } catch (const std::future_error& error) {
      EXPECT_EQ(error.code(), std::future_errc::broken_promise);
    }
  }
}

TEST(open_nvrtc, an_empty_variable_names_no_library) {
  // Where it names the only NVRTC there is, emptying it leaves none to find.
  if (std::getenv("WARPMARK_NVRTC") != nullptr) GTEST_SKIP() << "WARPMARK_NVRTC is in use";
  setenv("WARPMARK_NVRTC", "", 1);
  const kernel_compiler compile({.use_cache = false, .threads = 1});
  unsetenv("WARPMARK_NVRTC");
  EXPECT_TRUE(compile.library_path().is_absolute());
}

TEST(open_nvrtc, says_what_is_missing_and_what_to_do) {
  try {
    kernel_compiler({.library_path = "/nonexistent/libnvrtc.so"}).version();
    FAIL() << "opened";
  } catch (const compiler_unavailable& error) {
    EXPECT_NE(std::string(error.what()).find("/nonexistent/libnvrtc.so"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("pip install nvidia-cuda-nvrtc"), std::string::npos);
  }
}

}  // namespace
}  // namespace warpmark::compiler
