// The process of a round with planted faults: its order's cache folder says which, as a file of
// that name whose number is how often it still happens.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "bench/workers/line_channel.hpp"
#include "bench/workers/wire.hpp"
#include "bench/workers/worker_process.hpp"
#include "ci/gate/timing/round_wire.hpp"

namespace warpmark::gate {
namespace {

using namespace std::chrono_literals;

bool happens(const std::filesystem::path& folder, const std::string& fault) {
  const auto path = folder / fault;
  int times = 0;
  if (!(std::ifstream(path) >> times) || times == 0) return false;
  std::ofstream(path) << times - 1;
  return true;
}

// The times tell who it was: 1000 ns for the base, and the item's slow-down on top for the head.
round_pair pair_of(const round_item& item) {
  round_pair pair{.base_first = item.base_first};
  pair.base = {.time_ns = 1000, .samples = 1, .samples_ns = {1000}};
  pair.head = {.time_ns = 1000 * (1 + item.slowdown), .samples = 1, .samples_ns = {1000}};
  return pair;
}

int run() {
  workers::line_channel channel(workers::worker_socket);
  const round_order order = round_order_from_wire(*channel.receive(1h));
  const std::filesystem::path folder = order.cache_folder;
  if (happens(folder, "no_card")) {
    channel.send({{"failed", "no card"}});
    return 2;
  }
  if (happens(folder, "dies_at_start")) std::raise(SIGKILL);
  workers::worker_report report;
  report.device.uuid = happens(folder, "other_card") ? "GPU-2" : "GPU-1";
  channel.send({{"ready", workers::to_wire(report)}});
  for (const auto& item : order.items) {
    std::ofstream(folder / "log", std::ios::app)
        << item.key << (item.base_first ? "+" : "-") << ' ';
    if (happens(folder, "dies_at_" + item.key)) std::raise(SIGKILL);
    if (happens(folder, "hangs_at_" + item.key)) std::this_thread::sleep_for(1h);
    const bool last = happens(folder, "faults_at_" + item.key);
    round_pair pair = pair_of(item);
    if (last) pair = {.base_first = item.base_first, .discarded = "illegal address"};
    channel.send({{"pair", to_wire(pair)}, {"last", last}});
    if (last) return 0;
  }
  std::ofstream(folder / "log", std::ios::app) << "| ";
  return 0;
}

}  // namespace
}  // namespace warpmark::gate

int main() { return warpmark::gate::run(); }
