#include "ci/gate/counting/execution_bounds.hpp"

#include <algorithm>

namespace warpmark::gate {
namespace {

std::uint64_t times(std::uint64_t count, std::uint64_t ratio) {
  return count > execution_amount::unlimited / ratio ? execution_amount::unlimited : count * ratio;
}

}  // namespace

execution_amount execution_bounds::by_time() const {
  const double min_s = std::min(limits_.min_s, limits_.execution_s);
  return {.seconds = std::max(limits_.execution_s / (1 + base_stopped_ + head_stopped_), min_s)};
}

execution_amounts execution_bounds::of_base() const { return {by_time(), by_time()}; }

execution_amounts execution_bounds::of_head(const point& point) const {
  const auto find = [&](const auto& known, const std::string& key) {
    const auto found = known.find(key);
    return found == known.end() ? by_time() : scaled(found->second);
  };
  return {.point = find(points_, point.key()), .reference = find(references_, point.problem_key())};
}

// A stopped or crashed execution gives no information about its full duration.
void execution_bounds::base_took(const counted_point& counted) {
  const measurement& result = counted.result;
  if (result.status == point_status::timed_out) ++base_stopped_;
  if (counted.reference_took) references_[result.point.problem_key()] = *counted.reference_took;
  if (result.status == point_status::ok || result.status == point_status::wrong)
    points_[result.point.key()] = counted.took;
}

void execution_bounds::head_took(const counted_point& counted) {
  if (counted.result.status == point_status::timed_out) ++head_stopped_;
}

execution_amount execution_bounds::scaled(const execution_amount& base) const {
  const auto stopped = static_cast<std::uint64_t>(head_stopped_);
  const double min_s = limits_.min_s / (1 + head_stopped_);
  return {
      .warp_instructions = std::max(limits_.min_instructions / (1 + stopped),
                                    times(base.warp_instructions, limits_.max_instruction_ratio)),
      .seconds =
          std::min(limits_.execution_s, std::max(min_s, limits_.max_time_ratio * base.seconds))};
}

}  // namespace warpmark::gate
