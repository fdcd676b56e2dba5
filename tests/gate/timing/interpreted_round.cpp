// The process of a round with the interpreter instead of the card, whose clock counts instructions.

#include <chrono>
#include <optional>

#include "bench/core/embedded_kernels.hpp"
#include "bench/workers/line_channel.hpp"
#include "bench/workers/worker_process.hpp"
#include "ci/gate/timing/round_worker.hpp"
#include "ci/gate/timing/side_plans.hpp"
#include "tests/gate/timing/clocked_simt.hpp"
#include "tests/helper_program.hpp"

namespace warpmark::gate {
namespace {

using namespace std::chrono_literals;

int interpret_round() {
  workers::line_channel channel(workers::worker_socket);
  const round_order order = round_order_from_wire(*channel.receive(1h));
  compiler::kernel_compiler compile(embedded_compiler_options(order.cache_folder));
  clocked_simt machine;
  std::optional<side_plans> sides;
  run_round(channel, order, machine, compile,
            [&](const std::string& key, const device_limits& limits) {
              if (!sides) sides.emplace(order.sides, limits);
              return sides->find(key);
            });
  return 0;
}

const tests::helper_program interpreted("interpreted_round", interpret_round);

}  // namespace
}  // namespace warpmark::gate
