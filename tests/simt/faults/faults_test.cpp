// Every kernel of this folder: the planted fault is found, of its kind, on its line, and nothing
// else; in the sound kernels nothing is found.

#include <algorithm>

#include <gtest/gtest.h>

#include "bench/compiler/compiled_kernel.hpp"
#include "tests/simt/faults/faulty_kernel.hpp"

namespace warpmark::simt {
namespace {

std::string text_of(const std::vector<finding>& findings) {
  std::string text;
  for (const finding& finding : findings) {
    text += finding.kind + " at line " + std::to_string(finding.line);
    if (finding.other) text += " against line " + std::to_string(finding.other->line);
    text += ": " + finding.message + "\n";
  }
  return text;
}

class planted_kernel : public testing::TestWithParam<faulty_kernel> {
 protected:
  std::vector<finding> find(unsigned host_threads = 1) {
    try {
      return find_faults(GetParam(), host_threads);
    } catch (const compiler::compiler_unavailable& error) {
      skip_reason_ = error.what();
      return {};
    }
  }
  std::string skip_reason_;
};

TEST_P(planted_kernel, is_judged_as_it_says) {
  const faulty_kernel& kernel = GetParam();
  const auto findings = find();
  if (!skip_reason_.empty()) GTEST_SKIP() << skip_reason_;
  if (kernel.expect.front() == "none") {
    EXPECT_TRUE(findings.empty()) << text_of(findings);
    return;
  }
  const auto is_marked = [&](int line) {
    const auto& lines = kernel.fault_lines;
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  };
  const auto is_expected = [&](const std::string& kind) {
    return std::find(kernel.expect.begin(), kernel.expect.end(), kind) != kernel.expect.end();
  };
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [&](const finding& finding) {
    return finding.kind == kernel.expect.front();
  })) << text_of(findings);
  for (const finding& finding : findings) {
    EXPECT_TRUE(is_expected(finding.kind)) << text_of(findings);
    EXPECT_TRUE(is_marked(finding.line)) << text_of(findings);
    if (finding.other) {
      EXPECT_TRUE(is_marked(finding.other->line)) << text_of(findings);
    }
    EXPECT_EQ(std::filesystem::path(finding.file).filename(), kernel.name + ".cu");
    EXPECT_EQ(finding.kernel, "kernel");
  }
}

TEST_P(planted_kernel, is_judged_the_same_by_several_host_threads) {
  const auto once = find(1), again = find(3);
  if (!skip_reason_.empty()) GTEST_SKIP() << skip_reason_;
  EXPECT_EQ(text_of(once), text_of(again));
}

INSTANTIATE_TEST_SUITE_P(faults, planted_kernel,
                         testing::ValuesIn(read_faulty_kernels(WARPMARK_SOURCE_DIR
                                                               "/tests/simt/faults")),
                         [](const auto& tested) { return tested.param.name; });

TEST(planted_kernels, are_at_least_24_and_ten_sound_ones) {
  const auto all = read_faulty_kernels(WARPMARK_SOURCE_DIR "/tests/simt/faults");
  const auto sound = std::count_if(all.begin(), all.end(),
                                   [](const auto& item) { return item.expect.front() == "none"; });
  EXPECT_GE(sound, 10);
  EXPECT_GE(static_cast<std::ptrdiff_t>(all.size()) - sound, 24);
}

}  // namespace
}  // namespace warpmark::simt
