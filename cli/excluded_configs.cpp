#include "cli/excluded_configs.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "bench/space/saturating.hpp"

namespace warpmark {

namespace {

constexpr std::size_t max_reasons = 12;

}  // namespace

std::string text_of_count(spaces::config_index count) {
  return count == spaces::uncountable ? "2^64 or more" : fmt::format("{}", count);
}

std::string text_of_count(spaces::config_index count, std::string_view noun) {
  return count == spaces::uncountable ? fmt::format("2^64 or more {}s", noun)
                                      : counted(count, noun);
}

void excluded_configs::add(const std::string& variant, const spaces::space_account& account) {
  for (const auto& exclusion : account.excluded) {
    tally& so_far = by_reason_[fmt::format("{}: {}", variant, exclusion.reason)];
    so_far.configs = spaces::saturating_sum(so_far.configs, exclusion.configs);
    ++so_far.spaces;
  }
}

std::string excluded_configs::text() const {
  std::vector<std::pair<std::string, tally>> ranked(by_reason_.begin(), by_reason_.end());
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return a.second.configs > b.second.configs;
  });
  std::string text;
  for (std::size_t i = 0; i < std::min(ranked.size(), max_reasons); ++i) {
    const auto& [reason, of] = ranked[i];
    text += fmt::format("{} left out{}: {}\n", text_of_count(of.configs),
                        of.spaces > 1 ? fmt::format(" of {} problems", of.spaces) : "", reason);
  }
  if (ranked.size() > max_reasons)
    text += fmt::format("and for {}\n", counted(ranked.size() - max_reasons, "more reason"));
  return text;
}

}  // namespace warpmark
