#include "bench/compiler/resource_report.hpp"

#include <charconv>
#include <string>

namespace warpmark::compiler {
namespace {

// The number that stands right before `words`: "… 1024 bytes smem" -> 1024.
std::size_t number_before(std::string_view log, std::string_view words) {
  const auto at = log.find(words);
  if (at == std::string_view::npos) return 0;
  std::size_t begin = at;
  while (begin > 0 && log[begin - 1] >= '0' && log[begin - 1] <= '9') --begin;
  std::size_t value = 0;
  std::from_chars(log.data() + begin, log.data() + at, value);
  return value;
}

}  // namespace

kernel_resources parse_resource_report(std::string_view log) {
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
