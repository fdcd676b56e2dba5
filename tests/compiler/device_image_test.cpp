// PTX in fat binaries, cubins and ELF files. Those of tests/compiler/device_images are of
// nvcc 13.0:
//   nvcc -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=compute_90
//     -gencode arch=compute_90a,code=compute_90a --compress-mode=MODE -fatbin
//   nvcc -arch=sm_80 [-lineinfo] -cubin

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/compiler/ptx/fat_binary.hpp"
#include "bench/compiler/ptx/image.hpp"
#include "bench/compiler/ptx/outline.hpp"

namespace warpmark::compiler {
namespace {

std::string image_file(const std::string& name) {
  std::ifstream from(std::string(DEVICE_IMAGES) + "/" + name, std::ios::binary);
  std::ostringstream text;
  text << from.rdbuf();
  EXPECT_FALSE(text.str().empty()) << name;
  return text.str();
}

std::string image_error(const std::string& source, ptx_target device = {.number = 90}) {
  try {
    ptx_modules(source, device);
    return "";
  } catch (const usage_error& error) {
    return error.what();
  }
}

std::string target_in(const std::string& source, ptx_target device) {
  const auto modules = ptx_modules(source, device);
  return modules.size() == 1 ? ptx_outline(modules.front()).target() : "several modules";
}

TEST(device_image, has_its_ptx_in_every_compression_mode) {
  const auto plain = ptx_modules(image_file("scale_none.fatbin"), {.number = 90});
  for (const char* name : {"scale_size.fatbin", "scale_speed.fatbin"}) {
    EXPECT_TRUE(holds_ptx(name, image_file(name)));
    EXPECT_EQ(ptx_modules(image_file(name), {.number = 90}), plain) << name;
  }
  EXPECT_EQ(ptx_outline(plain.at(0)).entries(),
            (std::vector<std::string>{"_Z5scaleILi2EEvPfi", "_Z5scaleILi3EEvPfi"}));
}

TEST(device_image, gives_the_newest_ptx_that_the_device_runs) {
  const std::string image = image_file("scale_size.fatbin");
  EXPECT_EQ(target_in(image, {.number = 89}), "sm_80");
  EXPECT_EQ(target_in(image, {.number = 90}), "sm_90a");
  EXPECT_EQ(target_in(image, {.number = 100}), "sm_90") << "sm_90a is for no other architecture";
  EXPECT_EQ(image_error(image, {.number = 75}),
            "PTX for sm_80, sm_90, sm_90a; expected PTX that runs on sm_75");
}

TEST(device_image, a_cubin_with_line_information_has_its_ptx) {
  const auto modules = ptx_modules(image_file("scale_lineinfo.cubin"), {.number = 90});
  ASSERT_EQ(modules.size(), 1u);
  EXPECT_EQ(ptx_outline(modules[0]).entries().size(), 2u);
}

TEST(device_image, machine_code_alone_is_refused_with_a_remedy) {
  EXPECT_NE(image_error(image_file("scale.cubin")).find("nvcc -lineinfo"), std::string::npos);
  EXPECT_EQ(image_error(image_file("scale_machine_code.fatbin"))
                .find("machine code for sm_80 without PTX"),
            0u);
}

TEST(device_image, a_truncated_or_changed_image_is_refused) {
  const std::string image = image_file("scale_size.fatbin");
  for (const std::size_t size : {20ul, 70ul, 500ul, image.size() - 1})
    EXPECT_NE(image_error(image.substr(0, size)), "") << size;
  for (const std::size_t at : {std::size_t{8}, std::size_t{20}, std::size_t{24}, std::size_t{72}}) {
    std::string changed = image;
    changed[at + 3] = '\x7f';  // Lengths: of the body, a header, an entry; decompressed.
    EXPECT_NE(image_error(changed, {.number = 80}), "") << at;
  }
  EXPECT_NE(image_error(image_file("scale_lineinfo.cubin").substr(0, 300)), "");
}

TEST(device_image, is_compiled_like_ptx) {
  kernel_compiler compile({.use_cache = false, .threads = 1, .library_path = "/nowhere/nvrtc.so"});
  const compile_request request{.name = "scale.fatbin",
                                .source = image_file("scale_speed.fatbin"),
                                .expression = "scale<3>",
                                .architecture = "compute_90",
                                .is_ptx = true};
  const auto kernel = compile.compile(request);
  EXPECT_EQ(kernel->lowered_name, "_Z5scaleILi3EEvPfi");
  EXPECT_EQ(kernel->ptx.find("_Z5scaleILi2EEvPfi("), std::string::npos) << "another kernel";
}

TEST(targets, run_on_later_devices_unless_they_are_specific) {
  const auto runs = [](const char* target, const char* device) {
    return runs_on(*parse_target(target), *parse_target(device));
  };
  EXPECT_TRUE(runs("sm_80", "sm_90"));
  EXPECT_FALSE(runs("sm_90", "sm_80"));
  EXPECT_TRUE(runs("sm_90a", "sm_90"));
  EXPECT_FALSE(runs("sm_90a", "sm_100"));
  EXPECT_TRUE(runs("sm_100f", "sm_103"));
  EXPECT_FALSE(runs("sm_100f", "sm_120"));
  EXPECT_FALSE(runs("sm_103f", "sm_100"));
  EXPECT_TRUE(runs("sm_90", "compute_90"));
  for (const char* wrong : {"sm_", "sm_9", "sm_90b", "90", "sm_99999", "gpu_90"})
    EXPECT_FALSE(parse_target(wrong)) << wrong;
}

}  // namespace
}  // namespace warpmark::compiler
