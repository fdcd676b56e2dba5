#include "tuning/objective_guard.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {
namespace {

// A coarse clock may give a few configs equal times, but not this many without any other time.
constexpr std::size_t max_equal_times = 8;

std::string reason_of(const outcome& result) {
  return result.reason.empty() ? "no reason is given" : result.reason;
}

}  // namespace

void objective_guard::require_base(const outcome& base) const {
  if (!base.time)
    throw tuning_error(fmt::format("{}: the base config fails ({}); there is no gain over it",
                                   subject_, reason_of(base)));
}

void objective_guard::see(const std::string& config, const outcome& result) {
  ++seen_;
  if (!result.time) {
    ++reasons_[reason_of(result)];
    return;
  }
  const double time = *result.time;
  if (!(time > 0 && std::isfinite(time)))
    throw tuning_error(fmt::format("{}: the objective of {} is {}; expected a time above zero",
                                   subject_, config, time));
  ++timed_;
  if (!first_time_) first_time_ = time;
  if (time != *first_time_) all_the_same_ = false;
}

void objective_guard::require_an_answer() const {
  if (timed_ == 0) {
    const auto commonest =
        std::max_element(reasons_.begin(), reasons_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    throw tuning_error(
        fmt::format("{}: none of {} configs runs{}", subject_, seen_,
                    commonest == reasons_.end()
                        ? ""
                        : fmt::format("; {} times: {}", commonest->second, commonest->first)));
  }
  if (timed_ >= max_equal_times && all_the_same_)
    throw tuning_error(
        fmt::format("{}: the objective is constant: all {} configs that run take {}; it does not "
                    "depend on the config",
                    subject_, timed_, *first_time_));
}

}  // namespace warpmark::tuning
