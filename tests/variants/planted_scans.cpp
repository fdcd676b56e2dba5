#include "tests/variants/planted_scans.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {

std::string replaced(std::string source, const std::string& from, const std::string& to) {
  const auto at = source.find(from);
  EXPECT_NE(at, std::string::npos) << "nowhere is " << from;
  return at == std::string::npos ? source : source.replace(at, from.size(), to);
}

std::string flattened(const std::string& file, const std::string& below) {
  std::set<std::string> seen;
  const auto add = [&](const auto& itself, const std::string& added) -> std::string {
    if (!seen.insert(added).second) return "";
    std::string flat;
    std::istringstream lines{std::string(kernels::text(added))};
    for (std::string line; std::getline(lines, line);)
      flat += line.starts_with("#include \"" + below)
                  ? itself(itself, line.substr(10, line.size() - 11))
                  : line + "\n";
    return flat;
  };
  return add(add, file);
}

std::string source_of(const planted& fault) {
  std::string source =
      std::string(kernels::text(fault.file)) + "#include \"scan/add_prefixes.cuh\"\n";
  if (fault.from.empty()) return source;
  if (fault.header.empty()) return replaced(source, fault.from, fault.to);
  return replaced(source, fmt::format("#include \"{}\"", fault.header),
                  replaced(std::string(kernels::text(fault.header)), fault.from, fault.to));
}

measurement run(const planted& fault, const settings& problem_settings,
                const settings& config_settings, const device_limits& planned_for) {
  const variant& variant = *built_in_registry().find_variant("scan/" + fault.variant_name);
  return interpret_source(
      {&variant, problem_of("scan", problem_settings), config_of(variant, config_settings)},
      source_of(fault), planned_for);
}

bool found(const measurement& result, const std::string& kind) {
  return std::any_of(result.seen.findings.begin(), result.seen.findings.end(),
                     [&](const auto& finding) { return finding.kind == kind; });
}

}  // namespace warpmark::tests
