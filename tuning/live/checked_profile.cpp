#include "tuning/live/checked_profile.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "tuning/live/finals_effort.hpp"
#include "tuning/live/tuned_problem.hpp"
#include "tuning/profile/card_kinds.hpp"

namespace warpmark::tuning {
namespace {

journal::json ns_or_null(const std::optional<double>& number) {
  return number ? journal::json(*number) : journal::json(nullptr);
}

journal::json checked_line(const checked_size& checked_size, const size_verdict& verdict,
                           double allowed) {
  const challenge& met = verdict.challenge_result;
  return {{"event", "checked"},
          {"problem", checked_size.name()},
          {"stored", checked_size.stored().text()},
          {"stored_ns", ns_or_null(met.incumbent_ns)},
          {"recorded_ns", ns_or_null(checked_size.recorded_ns())},
          {"challenger", met.by ? journal::json(config_text(*met.by)) : journal::json(nullptr)},
          {"challenger_ns", met.by ? journal::json(met.by_ns) : journal::json(nullptr)},
          {"ratio", json_of(met.faster)},
          {"margin", allowed},
          {"stale", verdict.stale},
          {"reason", verdict.reason},
          {"evaluations", verdict.evaluations}};
}

}  // namespace

std::size_t checked_profile::stale() const {
  return static_cast<std::size_t>(std::count_if(
      verdicts.begin(), verdicts.end(), [](const size_verdict& verdict) { return verdict.stale; }));
}

check_options check_of(const profile& profile, const measuring_options& measuring,
                       std::size_t rounds) {
  const double equality = profile.options.equality;
  return {.measuring = measuring,
          .equality = equality,
          .allowed = profile.options.bound,
          .finals = finals_of(measuring, rounds, equality)};
}

std::size_t profile_of_card(std::span<const profile> profiles, const std::string& file,
                            const card& here) {
  const card_kind kind = kind_of(here);
  std::string others;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const card_kind its = kind_of(profiles[i].card);
    if (same_kind(its, kind)) return i;
    others += (i == 0 ? "" : "; ") + its.text();
  }
  throw usage_error(
      fmt::format("{} is of {}, this is {}: profiles do not transfer between cards; expected a "
                  "profile of this card, by `warpmark tune … -o FILE`",
                  file, others, kind.text()));
}

checked_profile check_profile(const registry& registry, std::span<const checked_size> sizes,
                              const std::string& backend, const device_limits& limits,
                              evaluator& machine, const check_options& options,
                              const std::function<void(const journal::json&)>& append,
                              const tuning_listener& listener) {
  std::vector<size_to_check> resolved;
  for (const checked_size& checked_size : sizes)
    resolved.push_back(checked_size.resolved(registry, limits, backend));
  const auto searching = [&](const size_to_check& size, std::size_t evaluations) {
    const auto place = static_cast<std::size_t>(&size - resolved.data());
    listener.searching(sizes[place].name(),
                       std::min<std::uint64_t>(evaluations, count_configs(size.choices, limits)));
  };
  const auto in_finals = [&](std::size_t measurements) { listener.begins("finals", measurements); };
  checked_profile result{.verdicts = check_sizes(resolved, limits, machine, options,
                                                 {.searching = searching, .in_finals = in_finals})};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    result.lines.push_back(checked_line(sizes[i], result.verdicts[i], options.allowed));
    append(result.lines.back());
  }
  return result;
}

std::string config_text(const point& point) {
  return point.variant->name + "[" + point.config.canonical() + "]";
}

}  // namespace warpmark::tuning
