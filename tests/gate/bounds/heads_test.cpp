// Heads that never end or change the correct result, as data in tests/gate/heads_bounds.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex.h>
#include <string>
#include <toml++/toml.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ci/gate/gate_run.hpp"
#include "ci/gate/settings/default_settings.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

const fs::path data = WARPMARK_SOURCE_DIR "/tests/gate/heads_bounds";

struct head_case {
  toml::table table;
  std::string name() const { return *table["name"].value<std::string>(); }
};

void PrintTo(const head_case& head_case, std::ostream* to) { *to << head_case.name(); }

std::vector<head_case> all_heads() {
  std::vector<head_case> heads;
  const auto file = toml::parse_file((data / "heads.toml").string());
  for (const auto& item : *file["head"].as_array()) heads.push_back({*item.as_table()});
  return heads;
}

void replace_once(const fs::path& file, const std::string& old, const std::string& now) {
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto at = text.find(old);
  ASSERT_NE(at, std::string::npos) << old << " is not in " << file;
  ASSERT_EQ(text.find(old, at + 1), std::string::npos) << old << " is twice in " << file;
  std::ofstream(file) << text.replace(at, old.size(), now);
}

void edit(const fs::path& folder, const toml::table& head, const char* key) {
  const auto* edits = head[key].as_array();
  if (edits == nullptr) return;
  for (const auto& item : *edits) {
    const auto& table = *item.as_table();
    replace_once(folder / *table["file"].value<std::string>(), *table["old"].value<std::string>(),
                 *table["new"].value<std::string>());
  }
}

// "INVALID counting axpy/wide[…] at wide.cu:4 the reason"
std::string line_of(const gate_finding& finding) {
  return fmt::format("{} {} {} at {}:{} {}", name(finding.outcome), name(finding.stage),
                     finding.subject, finding.place.file, finding.place.line, finding.reason);
}

class heads : public testing::TestWithParam<head_case> {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const toml::table& head = GetParam().table;
    fs::copy(data / "base", folder_ / "base");
    edit(folder_ / "base", head, "base_edits");
    fs::copy(folder_ / "base", folder_ / "head");
    edit(folder_ / "head", head, "edits");
  }
  void TearDown() override { fs::remove_all(folder_); }

  gate_result run() const {
    gate_request request{.base = (folder_ / "base").string(),
                         .head = (folder_ / "head").string(),
                         .kernels_files = {"axpy.toml"},
                         .selection = {.backend = "simt"},
                         .stages = {gate_stage::statics, gate_stage::counting},
                         .settings = default_settings(),
                         .cache_folder = WARPMARK_TEST_CACHE,
                         .program = COMPILE_WORKER,
                         .limits = {.compile_s = 1, .execution_s = 1}};
    if (const auto floor = GetParam().table["min_instructions"].value<std::int64_t>())
      request.limits.min_instructions = static_cast<std::uint64_t>(*floor);
    return run_gate(request);
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("heads-" + GetParam().name());
};

TEST_P(heads, have_their_verdicts) {
  const toml::table& head = GetParam().table;
  const gate_result result = run();
  std::map<std::string, std::string> expected;
  for (const char* variant : {"plain", "wide", "rounded"})
    expected[variant] = head["verdicts"][variant].value_or(std::string("UNCHANGED"));
  std::map<std::string, std::string> found;
  std::string lines;
  for (const auto& item : result.findings) {
    lines += line_of(item) + '\n';
    if (item.stage == gate_stage::counting) found[item.variant] = name(item.outcome);
  }
  EXPECT_EQ(found, expected) << lines;
  EXPECT_EQ(result.ending.code, head["status"].value_or(-1)) << result.ending.reason;
  for (const auto& say : *head["says"].as_array()) {
    regex_t pattern;
    ASSERT_EQ(regcomp(&pattern, say.value<std::string>()->c_str(), REG_EXTENDED | REG_NOSUB), 0);
    const bool any = std::any_of(
        result.findings.begin(), result.findings.end(), [&](const gate_finding& finding) {
          return regexec(&pattern, line_of(finding).c_str(), 0, nullptr, 0) == 0;
        });
    regfree(&pattern);
    EXPECT_TRUE(any) << *say.value<std::string>() << " is not said in\n" << lines;
  }
}

INSTANTIATE_TEST_SUITE_P(all, heads, testing::ValuesIn(all_heads()),
                         [](const auto& item) { return item.param.name(); });

}  // namespace
}  // namespace warpmark::gate
