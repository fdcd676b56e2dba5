// Every output of the sample, byte for byte. tests/tools/test_gate_formats.py checks the same files
// against public schemas. WARPMARK_WRITE_GOLDEN=1 rewrites them; review the changes before a
// commit.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include <gtest/gtest.h>

#include "ci/gate/formats/output_formats.hpp"
#include "tests/gate/formats/sample_result.hpp"

namespace warpmark::gate {
namespace {

// By option.
const std::map<std::string, std::string> golden_files = {
    {"--json", "gate.json"},           {"--junit", "junit.xml"},
    {"--markdown", "comment.md"},      {"--annotations", "annotations.txt"},
    {"--codequality", "quality.json"}, {"--sarif", "gate.sarif"}};

std::string file_of(const output_format& format) {
  return WARPMARK_SOURCE_DIR "/tests/gate/formats/golden/" + golden_files.at(format.option);
}

TEST(golden, every_output_is_as_it_was) {
  for (const auto& format : all_output_formats()) {
    const std::string text = output_text(format, sample_result());
    if (std::getenv("WARPMARK_WRITE_GOLDEN") != nullptr)
      std::ofstream(file_of(format), std::ios::binary) << text;
    std::ifstream file(file_of(format), std::ios::binary);
    const std::string expected{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(text, expected) << format.name;
  }
}

TEST(golden, the_order_of_findings_changes_no_output) {
  auto turned = sample_result();
  std::reverse(turned.findings.begin(), turned.findings.end());
  for (const auto& format : all_output_formats()) {
    if (format.option == "--json") continue;  // It keeps the order of the stages.
    EXPECT_EQ(output_text(format, turned), output_text(format, sample_result())) << format.name;
  }
}

}  // namespace
}  // namespace warpmark::gate
