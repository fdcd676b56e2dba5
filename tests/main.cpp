// Runs the tests of the source files that are named, relative to tests/, and all without names:
//   bench_tests core/warnings_test.cpp statistics/t_test_test.cpp

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/helper_program.hpp"

namespace {

// By name.
std::map<std::string, int (*)()>& helper_programs() {
  static std::map<std::string, int (*)()> all;
  return all;
}

// A pattern for every test that the file defines; empty if it defines none.
std::string tests_of(std::string_view file) {
  const std::string end = "/tests/" + std::string(file);
  std::string patterns;
  const auto& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const auto& suite = *all.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k)
      if (const auto& test = *suite.GetTestInfo(k); std::string_view(test.file()).ends_with(end))
        patterns += std::string(suite.name()) + "." + test.name() + ":";
  }
  return patterns;
}

}  // namespace

warpmark::tests::helper_program::helper_program(const char* name, int (*main)()) {
  helper_programs()[name] = main;
}

int main(int argc, char** argv) {
  const auto helper = helper_programs().find(std::filesystem::path(argv[0]).filename().string());
  if (helper != helper_programs().end()) return helper->second();
  testing::InitGoogleTest(&argc, argv);
  std::string patterns;
  for (int i = 1; i < argc; ++i) {
    const std::string found = tests_of(argv[i]);
    if (found.empty()) {
      std::fprintf(stderr,
                   "error: %s: expected a source file with tests, such as core/x_test.cpp\n",
                   argv[i]);
      return 2;
    }
    patterns += found;
  }
  if (!patterns.empty()) testing::GTEST_FLAG(filter) = patterns;
  return RUN_ALL_TESTS();
}
