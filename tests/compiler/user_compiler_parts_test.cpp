#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/compiler/own/command_line.hpp"
#include "bench/compiler/own/compile_commands.hpp"
#include "bench/compiler/own/compile_flags.hpp"
#include "bench/compiler/own/dependency_file.hpp"
#include "bench/compiler/own/shell_words.hpp"
#include "bench/compiler/own/wrapper.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;
using words = std::vector<std::string>;

class own_compiler_files : public testing::Test {
 protected:
  own_compiler_files()
      : folder_(fs::temp_directory_path() /
                ("warpmark-own-" + std::to_string(getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~own_compiler_files() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  fs::path folder_;
};

TEST(dependency_file, names_all_prerequisites_of_the_first_rule) {
  EXPECT_EQ(parse_dependencies("o.ptx : a.cu \\\n  b\\ c.h \\\r\n  /x/d$$e.h f\\#g.h\n\nb.h:\n"),
            (words{"a.cu", "b c.h", "/x/d$e.h", "f#g.h"}));
  EXPECT_EQ(parse_dependencies("C:/o.ptx: a.cu"), words{"a.cu"});
  EXPECT_TRUE(parse_dependencies("no rule").empty());
  EXPECT_TRUE(parse_dependencies("").empty());
}

TEST(shell_words, follow_quotes_and_backslashes) {
  EXPECT_EQ(shell_words(R"(nvcc "-DA=\"x y\"" '-DB=a\b' c\ d "" e"f"g "\n")"),
            (words{"nvcc", "-DA=\"x y\"", "-DB=a\\b", "c d", "", "efg", "\\n"}));
  EXPECT_THROW(shell_words("a 'b"), usage_error);
}

TEST(compile_flags, keep_what_decides_the_meaning) {
  const words command = {"nvcc",
                         "-Iinc",
                         "-I",
                         "more",
                         "-isystem",
                         "/sys",
                         "-isystem=sys2",
                         "-DA=1",
                         "-D",
                         "B",
                         "-UC",
                         "-std=c++20",
                         "-include",
                         "pre.h",
                         "--expt-relaxed-constexpr",
                         "-Xcompiler",
                         "-fPIC",
                         "-Xcompiler=-Wall",
                         "--generate-code=arch=compute_80",
                         "-gencode",
                         "arch=compute_90,code=sm_90",
                         "-Wall",
                         "-G",
                         "-O3",
                         "-MD",
                         "-MF",
                         "x.d",
                         "-c",
                         "k.cu",
                         "-o",
                         "k.o",
                         "-x",
                         "cu",
                         "-rdc=true",
                         "--use_fast_math"};
  EXPECT_EQ(flags_of_command(command, "/b", flag_reader::nvcc),
            (words{"-I/b/inc", "-I/b/more", "-isystem=/sys", "-isystem=/b/sys2", "-DA=1", "-DB",
                   "-UC", "-std=c++20", "-include=/b/pre.h", "--expt-relaxed-constexpr",
                   "-Xcompiler=-fPIC", "-rdc=true", "--use_fast_math"}));
  EXPECT_EQ(flags_of_command(command, "/b", flag_reader::clang),
            (words{"-I/b/inc", "-I/b/more", "-isystem", "/sys", "-isystem", "/b/sys2", "-DA=1",
                   "-DB", "-UC", "-std=c++20", "-include", "/b/pre.h", "-ffast-math"}));
  EXPECT_EQ(flags_of_command(command, "/b", flag_reader::nvrtc),
            (words{"-I/b/inc", "-I/b/more", "-I/sys", "-I/b/sys2", "-DA=1", "-DB", "-UC",
                   "-std=c++20", "-include=/b/pre.h", "-rdc=true", "--use_fast_math"}));
}

TEST_F(own_compiler_files, response_files_are_read_within_each_other) {
  write("a.rsp", "-DX='1 2' @b.rsp");
  write("b.rsp", "-Iinc\n-DY");
  EXPECT_EQ(flags_of_command({"nvcc", "@a.rsp", "--options-file", "b.rsp", "-DZ"}, folder_,
                             flag_reader::nvcc),
            (words{"-DX=1 2", "-I" + (folder_ / "inc").string(), "-DY",
                   "-I" + (folder_ / "inc").string(), "-DY", "-DZ"}));
  write("c.rsp", "@c.rsp");
  EXPECT_THROW(flags_of_command({"nvcc", "@c.rsp"}, folder_, flag_reader::nvcc), usage_error);
  EXPECT_THROW(flags_of_command({"nvcc", "@none.rsp"}, folder_, flag_reader::nvcc), usage_error);
}

TEST_F(own_compiler_files, commands_are_found_by_file_and_by_folder) {
  write("build/compile_commands.json", R"([
    {"directory": "..", "file": "src/z.cpp", "arguments": ["g++", "-c", "src/z.cpp"]},
    {"directory": "..", "file": "src/a.cu", "command": "nvcc -DNAME=\"a b\" -c src/a.cu"},
    {"directory": "/other", "file": "b.cu", "command": "nvcc -c b.cu"}])");
  const auto commands = read_compile_commands(folder_ / "build");
  ASSERT_EQ(commands.size(), 3u);
  EXPECT_EQ(commands[1].words, (words{"nvcc", "-DNAME=a b", "-c", "src/a.cu"}));
  EXPECT_EQ(commands[1].file, folder_ / "src/a.cu");
  EXPECT_EQ(nearest_command(commands, "/other/b.cu").file, "/other/b.cu");
  EXPECT_EQ(nearest_command(commands, folder_ / "src/z.cpp").file, folder_ / "src/z.cpp");
  EXPECT_EQ(nearest_command(commands, folder_ / "src/deep/k.cuh").file, folder_ / "src/a.cu");
}

TEST_F(own_compiler_files, damaged_commands_name_their_place) {
  EXPECT_THROW(read_compile_commands(folder_), usage_error);
  for (const char* text : {"", "{}", "[]", "[1]", R"([{"directory": "."}])",
                           R"([{"directory": ".", "file": "a.cu", "command": ""}])"})
    EXPECT_THROW(read_compile_commands(write("c.json", text)), usage_error) << text;
}

TEST(command_line, asks_for_ptx_with_lines_and_dependencies) {
  const compilation_files files{.source = "s.cu", .ptx = "s.ptx", .dependencies = "s.d"};
  EXPECT_EQ(command_line({compiler_kind::nvcc, "/n", ""}, "sm_90a", {"-DA"}, files),
            (words{"/n", "-x", "cu", "-ptx", "-lineinfo", "-arch=compute_90a", "-MD", "-MF", "s.d",
                   "-DA", "-o", "s.ptx", "s.cu"}));
  const auto clang =
      command_line({compiler_kind::clang, "/c", ""}, "compute_80", {"--cuda-path=/t"}, files);
  EXPECT_NE(std::find(clang.begin(), clang.end(), "--cuda-gpu-arch=sm_80"), clang.end());
  EXPECT_EQ(std::count_if(clang.begin(), clang.end(),
                          [](const auto& word) { return word.starts_with("--cuda-path"); }),
            1);
}

TEST_F(own_compiler_files, the_wrapper_includes_an_unchanged_file_only) {
  const auto path = write("k.cuh", "template <int N> __global__ void k() {}");
  compile_request request{
      .name = path, .source = "template <int N> __global__ void k() {}", .expression = "k<1>"};
  EXPECT_TRUE(wrapper_of(request).starts_with("#include \"" + path.string() + "\"\n"));
  request.source = "// changed";
  EXPECT_TRUE(wrapper_of(request).starts_with("#line 1 \"" + path.string() + "\"\n// changed\n"));
}

TEST(wrapper, finds_the_entry_that_a_marker_names) {
  const char* ptx =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry _Z17warpmark_marker_1IXadL_Z1kILi1EEvvEEEvv() { ret; }\n"
      ".visible .entry _Z17warpmark_marker_0IXadL_Z1kILi2EEvvEEEvv() { ret; }\n"
      ".visible .entry _Z1kILi1EEvv() { ret; }\n"
      ".visible .entry _Z1kILi2EEvv() { ret; }\n";
  EXPECT_EQ(entry_of_wrapper(ptx, 0, "k<TWO>"), "_Z1kILi2EEvv");
  EXPECT_EQ(entry_of_wrapper(ptx, 1, "k<1>"), "_Z1kILi1EEvv");
  EXPECT_EQ(entry_of_wrapper(ptx, 2, "k<3>"), "k<3>");
}

}  // namespace
}  // namespace warpmark::compiler
