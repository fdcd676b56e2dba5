// The process of a round with planted faults: selected by files in its order's cache folder, named
// after the fault; the number in a file is how often it still happens.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "bench/workers/line_channel.hpp"
#include "bench/workers/wire.hpp"
#include "bench/workers/worker_process.hpp"
#include "ci/gate/timing/round_wire.hpp"
#include "tests/helper_program.hpp"

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

// Until the test, whose clock decides what is too long, says that it was long enough.
void rest(const std::filesystem::path& folder) {
  std::ofstream(folder / "resting") << 1;
  while (!std::filesystem::exists(folder / "rested")) std::this_thread::sleep_for(1ms);
}

// Noise of 0.03 %, if requested by the folder: some tests need exact times.
double noise(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "noisy")) return 1;
  static std::mt19937 random{std::random_device{}()};
  return 1 + std::normal_distribution(0.0, 3e-4)(random);
}

// 1 ms for the base; the head adds the item's slow-down and 0.01 % per planted step. Points whose
// key has "slower" in its folder's file are 10 % slower in the head.
round_pair pair_of(const round_item& item, const std::filesystem::path& folder) {
  round_pair pair{.base_first = item.base_first};
  const double planted = 1e-4 * static_cast<double>(item.planted_steps);
  std::string slower;
  std::ifstream(folder / "slower") >> slower;
  const double slow = !slower.empty() && item.key.find(slower) != std::string::npos ? 0.1 : 0;
  pair.base = {.time_ns = 1e6 * noise(folder), .samples = 1, .samples_ns = {1e6}};
  pair.head = {.time_ns = 1e6 * (1 + item.slowdown + planted + slow) * noise(folder),
               .samples = 1,
               .samples_ns = {1e6}};
  return pair;
}

int play_round() {
  workers::line_channel channel(workers::worker_socket);
  const round_order order = round_order_from_wire(*channel.receive(1h));
  const std::filesystem::path folder = order.cache_folder;
  std::ofstream(folder / "max_input") << order.max_input_bytes;
  if (happens(folder, "no_card")) {
    channel.send({{"failed", "no card"}});
    return 2;
  }
  if (happens(folder, "dies_at_start")) std::raise(SIGKILL);
  workers::worker_report report;
  report.device.uuid = happens(folder, "other_card") ? "GPU-2" : "GPU-1";
  report.device.name = "scripted card";
  channel.send({{"ready", workers::to_wire(report)}});
  for (const auto& item : order.items) {
    std::ofstream(folder / "log", std::ios::app)
        << item.key << (item.base_first ? "+" : "-") << ' ';
    if (happens(folder, "dies_at_" + item.key)) std::raise(SIGKILL);
    if (happens(folder, "hangs_at_" + item.key)) std::this_thread::sleep_for(1h);
    const auto execution = [&](const char* side, double limit_s) {
      channel.send({{"execution", side}, {"limit_s", limit_s}});
    };
    const bool spins = happens(folder, "head_spins_at_" + item.key),
               rests = happens(folder, "rests_at_" + item.key);
    execution("of the base", 1000);
    execution("of the head", spins ? 0.2 : rests ? 2 : 1000);
    if (spins) std::this_thread::sleep_for(1h);
    channel.send({{"execution", ""}});
    if (rests) rest(folder);
    const bool last = happens(folder, "faults_at_" + item.key);
    round_pair pair = pair_of(item, folder);
    if (last) pair = {.base_first = item.base_first, .discarded = "illegal address"};
    channel.send({{"pair", to_wire(pair)}, {"last", last}});
    if (last) return 0;
  }
  std::ofstream(folder / "log", std::ios::app) << "| ";
  return 0;
}

const tests::helper_program scripted("scripted_round", play_round);

}  // namespace
}  // namespace warpmark::gate
