#include "bench/inspect/ptx_launch.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

class ptx_launch : public testing::Test {
 protected:
  ptx_launch() {
    std::filesystem::create_directories(folder_);
    std::filesystem::remove(folder_ / "k.json");
  }
  ~ptx_launch() override { std::filesystem::remove_all(folder_); }

  void write(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  launch_definition completed(const given_parts& given = {}) {
    launch_definition launch;
    launch.file = folder_ / "k.ptx";
    launch.shape.grid = {3, 1, 1};
    launch.arguments.push_back(specification_.add_argument("null", "arg0"));
    complete_ptx_launch(launch, given, specification_);
    return launch;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      ("ptx_launch_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  specification specification_;
};

std::string kernel(const std::string& more, const std::string& parameters = "") {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a" +
         parameters + ") " + more + " { ret; }\n";
}

TEST_F(ptx_launch, takes_the_required_block) {
  write("k.ptx", kernel(".reqntid 64, 2"));
  const auto launch = completed();
  EXPECT_EQ(launch.entry, "k");
  EXPECT_EQ(launch.shape.block, (extent3{64, 2, 1}));
  EXPECT_EQ(launch.arguments.size(), 1u);
}

TEST_F(ptx_launch, has_no_block_without_one) {
  write("k.ptx", kernel(""));
  EXPECT_THROW(completed(), usage_error);
  EXPECT_EQ(completed({.block = true}).shape.block, (extent3{}));
}

TEST_F(ptx_launch, follows_the_metadata_of_triton) {
  write("k.ptx", kernel("", ", .param .u64 b, .param .u64 c"));
  write("k.json",
        R"({"name": "k", "num_warps": 8, "shared": 4096, "cluster_dims": [2, 1, 1],
            "global_scratch_size": 100, "profile_scratch_size": 0})");
  const auto launch = completed();
  EXPECT_EQ(launch.shape.block, (extent3{256, 1, 1}));
  EXPECT_EQ(launch.shape.cluster, (extent3{2, 1, 1}));
  EXPECT_EQ(launch.shape.dynamic_shared_bytes, 4096u);
  ASSERT_EQ(launch.arguments.size(), 3u);
  const auto& scratch = std::get<buffer_reference>(launch.arguments[1].value);
  EXPECT_EQ(specification_.find_buffer(scratch.name)->bytes(), 300u);
  EXPECT_EQ(std::get<buffer_reference>(launch.arguments[2].value).name, "");
}

TEST_F(ptx_launch, what_is_given_goes_before_the_metadata) {
  write("k.ptx", kernel(""));
  write("k.json", R"({"num_warps": 8, "shared": 4096, "cluster_dims": [2, 1, 1]})");
  const auto launch = completed({.block = true, .shared = true, .cluster = true});
  EXPECT_EQ(launch.shape.dynamic_shared_bytes, 0u);
  EXPECT_EQ(launch.shape.cluster, (extent3{1, 1, 1}));
}

TEST_F(ptx_launch, other_parameters_are_not_scratch) {
  write("k.json", R"({"num_warps": 1})");
  write("k.ptx", kernel("", ", .param .u32 b"));
  EXPECT_EQ(completed().arguments.size(), 1u);
  write("k.ptx", kernel("", ", .param .u64 b, .param .u64 c, .param .u64 d"));
  EXPECT_EQ(completed().arguments.size(), 1u);
}

TEST_F(ptx_launch, refuses_metadata_out_of_range_and_ignores_other_json) {
  write("k.ptx", kernel(".reqntid 32"));
  write("k.json", R"({"anything": 1})");
  EXPECT_FALSE(read_triton_metadata(folder_ / "k.ptx"));
  for (const char* text : {R"({"num_warps": 33})", R"({"num_warps": -1})", R"({"num_warps": "4"})",
                           R"({"num_warps": 4, "cluster_dims": [0, 1, 1]})"}) {
    write("k.json", text);
    EXPECT_THROW(completed(), usage_error) << text;
  }
}

}  // namespace
}  // namespace warpmark::inspect
