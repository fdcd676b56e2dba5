#include "cli/stamped_name.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "bench/journal/lines.hpp"

namespace warpmark {

std::string stamped_name(const std::string& prefix, const std::string& ending) {
  std::string stamp = journal::timestamp();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  std::string name = prefix + "-" + stamp + ending;
  for (int number = 2; std::filesystem::exists(name); ++number)
    name = fmt::format("{}-{}-{}{}", prefix, stamp, number, ending);
  return name;
}

}  // namespace warpmark
