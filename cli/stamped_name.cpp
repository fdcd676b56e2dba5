#include "cli/stamped_name.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "bench/journal/lines.hpp"

namespace warpmark {

std::string stamped_name(const std::string& prefix) {
  std::string stamp = journal::timestamp();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  std::string name = prefix + "-" + stamp + ".jsonl";
  for (int number = 2; std::filesystem::exists(name); ++number)
    name = fmt::format("{}-{}-{}.jsonl", prefix, stamp, number);
  return name;
}

}  // namespace warpmark
