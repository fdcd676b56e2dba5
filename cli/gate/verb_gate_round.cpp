// warpmark gate-round: the process of one round of the gate's timing. `gate` starts it; its channel
// is a socket on descriptor 3, not for interactive use.

#include <optional>

#include "base/input_limits.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "ci/gate/sides/compile_patience.hpp"
#include "ci/gate/timing/round_worker.hpp"
#include "ci/gate/timing/side_plans.hpp"
#include "cli/compile_limit_options.hpp"
#include "cli/exit_codes.hpp"
#include "cli/open_backend.hpp"
#include "cli/verbs.hpp"
#include "cli/worker_verb.hpp"

namespace warpmark {
namespace {

void measure(workers::line_channel& channel, const gate::round_order& order) {
  compiler::kernel_compiler compile(
      compiled_apart(embedded_compiler_options(order.cache_folder),
                     {.seconds = order.limits.compile_s.value_or(gate::compile_patience::base_s),
                      .memory_bytes = order.limits.compile_memory_bytes}));
  const auto machine = open_backend("cuda", order.device_ordinal);
  std::optional<gate::side_plans> sides;  // Not needed for a round of calibrators alone.
  const auto find = [&](const std::string& key, const device_limits& limits) {
    if (!sides) sides.emplace(order.sides, limits);
    return sides->find(key);
  };
  gate::run_round(channel, order, *machine, compile, find);
}

}  // namespace

void add_gate_round(CLI::App& program, int&) {
  add_worker_verb(program, "gate-round", "Measures a round for `gate`",
                  [](workers::line_channel& channel, const journal::json& order) {
                    const auto round_order = gate::round_order_from_wire(order);
                    input::set_max_input(round_order.max_input_bytes);
                    measure(channel, round_order);
                    return exit_ok;
                  });
}

}  // namespace warpmark
