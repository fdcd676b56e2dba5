#include "bench/compiler/resource_report.hpp"

#include <charconv>
#include <string>

#include <fmt/format.h>

namespace warpmark::compiler {
namespace {

// The number directly before `words`: "… 1024 bytes smem" -> 1024.
std::size_t number_before(std::string_view log, std::string_view words) {
  const auto at = log.find(words);
  if (at == std::string_view::npos) return 0;
  std::size_t begin = at;
  while (begin > 0 && log[begin - 1] >= '0' && log[begin - 1] <= '9') --begin;
  std::size_t value = 0;
  std::from_chars(log.data() + begin, log.data() + at, value);
  return value;
}

// The log's part on one entry function, starting at its own properties: functions that were not
// inlined have properties, too.
std::string_view part_about(std::string_view log, std::string_view lowered_name) {
  constexpr std::string_view title = "Compiling entry function";
  const auto begin = log.find(fmt::format("{} '{}'", title, lowered_name));
  if (begin == std::string_view::npos) return {};
  const std::string_view part = log.substr(begin, log.find(title, begin + 1) - begin);
  const auto own = part.find(fmt::format("Function properties for {}\n", lowered_name));
  return own == std::string_view::npos ? part : part.substr(own);
}

}  // namespace

kernel_resources parse_resource_report(std::string_view whole_log, std::string_view lowered_name) {
  const std::string_view log = part_about(whole_log, lowered_name);
  kernel_resources found;
  found.registers = static_cast<int>(number_before(log, " registers"));
  found.barriers = static_cast<int>(number_before(log, " barriers"));
  found.static_shared_bytes = number_before(log, " bytes smem");
  found.stack_bytes = number_before(log, " bytes stack frame");
  found.spill_store_bytes = number_before(log, " bytes spill stores");
  found.spill_load_bytes = number_before(log, " bytes spill loads");
  found.constant_bytes = number_before(log, " bytes cmem");
  return found;
}

}  // namespace warpmark::compiler
