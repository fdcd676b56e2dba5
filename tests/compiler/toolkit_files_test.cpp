#include "bench/compiler/toolkit_files.hpp"

#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

class toolkit : public testing::Test {
 protected:
  toolkit() : root_(fs::temp_directory_path() / ("warpmark-toolkit-" + std::to_string(getpid()))) {
    fs::create_directories(root_ / "lib64");
    for (const char* name : {"libthing.so.1", "libthing.so.2", "libother.so"})
      std::ofstream(root_ / "lib64" / name) << "library";
    if (const char* before = std::getenv("CUDA_HOME")) before_ = before;
    setenv("CUDA_HOME", root_.c_str(), 1);
  }
  ~toolkit() override {
    before_.empty() ? unsetenv("CUDA_HOME") : setenv("CUDA_HOME", before_.c_str(), 1);
    fs::remove_all(root_);
  }

  fs::path root_;
  std::string before_;
};

TEST_F(toolkit, files_of_a_name_are_found_newest_first) {
  const auto found = toolkit_files("libthing.so");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], root_ / "lib64/libthing.so.2");
  EXPECT_EQ(found[1], root_ / "lib64/libthing.so.1");
}

TEST_F(toolkit, what_no_toolkit_has_is_not_found) {
  EXPECT_TRUE(toolkit_files("libnothing").empty());
}

TEST_F(toolkit, a_folder_that_is_not_there_has_no_files) {
  EXPECT_TRUE(files_of(root_ / "lib", "lib").empty());
}

}  // namespace
}  // namespace warpmark::compiler
