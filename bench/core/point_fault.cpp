#include "bench/core/point_fault.hpp"

#include <fmt/format.h>

namespace warpmark {

std::string finding_text(const std::vector<finding>& findings) {
  const auto& first = findings.front();
  const std::string more =
      findings.size() > 1 ? fmt::format(" and {} more findings", findings.size() - 1) : "";
  const std::string other =
      first.other ? fmt::format(", against {}:{}", first.other->file, first.other->line) : "";
  return fmt::format("{}: {} ({}:{}{}){}", first.kind, first.message, first.file, first.line, other,
                     more);
}

}  // namespace warpmark
