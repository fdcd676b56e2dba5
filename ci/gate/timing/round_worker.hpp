#pragma once

#include <functional>
#include <optional>
#include <string>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/workers/line_channel.hpp"
#include "ci/gate/timing/round_wire.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::gate {

/// A point with both sides' plans.
struct pair_plans {
  warpmark::point point;  ///< Its variant is the head's.
  launch_plan base;
  launch_plan head;
  std::optional<launch_plan> reference = {};  ///< The family's, for the problem.
};

/// The plans of the point with this key on this device. Throws std::exception if there is none.
using find_plans = std::function<pair_plans(const std::string& key, const device_limits& limits)>;

/// Runs in a round's process: measures the order's items, one after the other, and sends each pair
/// as soon as it is measured. A fault that leaves the device unusable ends the round after that
/// pair. Throws channel_closed when the other end has closed, and the exceptions of opening the
/// device.
void run_round(workers::line_channel& channel, const round_order& order, backend& machine,
               compiler::kernel_compiler& compile, const find_plans& find);

}  // namespace warpmark::gate
