#include "bench/cli/stamped_name.hpp"

#include "bench/journal/lines.hpp"

namespace warpmark {

std::string stamped_name(const std::string& prefix) {
  std::string stamp = journal::timestamp();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  return prefix + "-" + stamp + ".jsonl";
}

}  // namespace warpmark
