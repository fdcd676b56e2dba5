#include "bench/cli/default_journal.hpp"

#include "bench/journal/lines.hpp"

namespace warpmark {

std::string default_journal(const std::string& begins_with) {
  std::string stamp = journal::timestamp();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  return begins_with + "-" + stamp + ".jsonl";
}

}  // namespace warpmark
