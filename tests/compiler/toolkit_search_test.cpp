#include "bench/compiler/toolkit_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* variables[] = {"CUDA_HOME",   "CUDA_PATH", "CONDA_PREFIX",
                                     "VIRTUAL_ENV", "PATH",      site_packages_variable};

// A tree of toolkits, of which the variables of a test name some.
class toolkit_search : public testing::Test {
 protected:
  toolkit_search()
      : root_(fs::canonical(fs::temp_directory_path()) /
              ("warpmark-toolkit-" + std::to_string(getpid()))) {
    for (const char* variable : variables) {
      if (const char* before = std::getenv(variable)) before_[variable] = before;
      unsetenv(variable);
    }
  }
  ~toolkit_search() override {
    for (const char* variable : variables)
      before_.contains(variable) ? setenv(variable, before_[variable].c_str(), 1)
                                 : unsetenv(variable);
    fs::remove_all(root_);
  }

  fs::path file(const std::string& path, const std::string& text = "") {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
    return root_ / path;
  }
  fs::path headers_of_version(const std::string& folder, int version) {
    file(folder + "/cuda_runtime_api.h",
         "#include <x>\n#define CUDART_VERSION  " + std::to_string(version) + "\n");
    return root_ / folder;
  }
  void set(const char* variable, const std::string& folder) {
    setenv(variable, (root_ / folder).c_str(), 1);
  }
  // Those of this machine come after.
  std::vector<std::string> found(std::string_view prefix) const {
    std::vector<std::string> result;
    for (const auto& [origin, path] : toolkit_libraries(prefix, {"by the loader"}))
      if (origin == "the system's loader")
        result.push_back(path.string());
      else if (path.string().starts_with(root_.string()))
        result.push_back(path.lexically_relative(root_).string());
    return result;
  }

  fs::path root_;
  std::map<std::string, std::string> before_;
};

TEST_F(toolkit_search, packages_come_before_conda_variables_and_the_loader) {
  for (const char* path :
       {"packages/nvidia/cu13/lib/libthing.so.13", "packages/nvidia/cuda_thing/lib/libthing.so.12",
        "env/lib/python3.11/site-packages/nvidia/cu13/lib/libthing.so.13",
        "conda/lib/libthing.so.12", "home/lib64/libthing.so.12", "path/lib64/libthing.so.12"})
    file(path);
  set("CUDA_PATH", "path");
  set("CUDA_HOME", "home");
  set("CONDA_PREFIX", "conda");
  set("VIRTUAL_ENV", "env");
  set(site_packages_variable, "packages");
  EXPECT_EQ(
      found("libthing.so"),
      (std::vector<std::string>{"packages/nvidia/cu13/lib/libthing.so.13",
                                "packages/nvidia/cuda_thing/lib/libthing.so.12",
                                "env/lib/python3.11/site-packages/nvidia/cu13/lib/libthing.so.13",
                                "conda/lib/libthing.so.12", "home/lib64/libthing.so.12",
                                "path/lib64/libthing.so.12", "by the loader"}));
}

TEST_F(toolkit_search, the_newest_version_of_a_folder_comes_first) {
  for (const char* version : {"12.9", "12.10", "12.1"})
    file(std::string("home/lib64/libthing.so.") + version);
  set("CUDA_HOME", "home");
  const auto all = found("libthing.so");
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0], "home/lib64/libthing.so.12.10");
  EXPECT_EQ(all[1], "home/lib64/libthing.so.12.9");
}

TEST_F(toolkit_search, targets_of_every_processor_are_searched) {
  file("conda/targets/sbsa-linux/lib/libthing.so.13");
  set("CONDA_PREFIX", "conda");
  EXPECT_EQ(found("libthing.so").front(), "conda/targets/sbsa-linux/lib/libthing.so.13");
}

TEST_F(toolkit_search, a_toolkit_of_two_names_is_searched_once) {
  file("home/lib64/libthing.so.12");
  set("CUDA_HOME", "home");
  set("CUDA_PATH", "home");
  EXPECT_EQ(found("libthing.so").size(), 2u);
}

TEST_F(toolkit_search, headers_are_those_of_the_librarys_version) {
  const auto nvrtc = file("conda/lib/libnvrtc.so.12");
  const auto other = headers_of_version("home/include", 13000);
  const auto right = headers_of_version("path/targets/x/include", 12040);
  file("path/targets/x/include/cuda/std/version");
  set("CUDA_HOME", "home");
  set("CUDA_PATH", "path");
  const auto headers = toolkit_headers(nvrtc);
  ASSERT_EQ(headers.size(), 1u);  // CCCL is in the same folder
  EXPECT_EQ(headers[0].path, right);
}

TEST_F(toolkit_search, headers_of_packages_are_beside_the_library) {
  const auto nvrtc = file("packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
  const auto runtime = headers_of_version("packages/nvidia/cuda_runtime/include", 12040);
  file("packages/nvidia/cuda_cccl/include/cuda/std/version");
  headers_of_version("home/include", 12080);
  set("CUDA_HOME", "home");
  const auto headers = toolkit_headers(nvrtc);
  ASSERT_EQ(headers.size(), 2u);
  EXPECT_EQ(headers[0].path, runtime);
  EXPECT_EQ(headers[1].path, root_ / "packages/nvidia/cuda_cccl/include");
}

TEST_F(toolkit_search, the_conda_environment_of_python_needs_no_activation) {
  file("conda/conda-meta/history");
  file("conda/lib/libthing.so.12");
  setenv("WARPMARK_PYTHON", (root_ / "conda/bin/python").c_str(), 1);
  const auto all = found("libthing.so");
  unsetenv("WARPMARK_PYTHON");
  EXPECT_EQ(all.front(), "conda/lib/libthing.so.12");
}

TEST_F(toolkit_search, cccl_of_another_major_version_is_left_out) {
  const auto nvrtc = file("conda/lib/libnvrtc.so.12");
  headers_of_version("home/include", 13000);
  file("home/include/cccl/cuda/std/version");
  set("CUDA_HOME", "home");
  for (const auto& header : toolkit_headers(nvrtc))
    EXPECT_FALSE(header.path.string().starts_with(root_.string())) << header.path;
}

TEST_F(toolkit_search, a_folder_without_parts_of_a_toolkit_is_no_package) {
  file("packages/nvidia/__pycache__/x.pyc");
  file("packages/nvidia/cu13/lib/libthing.so.13");
  set(site_packages_variable, "packages");
  const auto roots = find_toolkit_roots().environment;
  EXPECT_TRUE(std::none_of(roots.begin(), roots.end(), [](const toolkit_root& root) {
    return root.folder.filename() == "__pycache__";
  }));
}

TEST_F(toolkit_search, programs_are_executable_files) {
  file("home/bin/disassemble");
  const auto program = file("other/disassemble");
  fs::permissions(program, fs::perms::owner_all);
  set("CUDA_HOME", "home");
  set("PATH", "other");
  const auto programs = toolkit_programs("disassemble");
  ASSERT_EQ(programs.size(), 1u);
  EXPECT_EQ(programs[0].path, program);
  EXPECT_EQ(programs[0].origin, "$PATH");
}

TEST_F(toolkit_search, what_no_toolkit_has_is_not_found) {
  EXPECT_TRUE(toolkit_libraries("libnothing").empty());
  EXPECT_TRUE(toolkit_programs("no-such-program").empty());
  EXPECT_TRUE(files_of(root_ / "lib", "lib").empty());
}

}  // namespace
}  // namespace warpmark::compiler
