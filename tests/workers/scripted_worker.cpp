// A worker whose faults are files in the folder that its order names as the cache: "<fault>-<n>"
// holds how often the fault still happens at the points of n elements; each time takes one off. The
// file "starts" has a line for each worker. It waits for nothing but messages and its end.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include "bench/workers/line_channel.hpp"
#include "bench/workers/wire.hpp"
#include "bench/workers/worker_process.hpp"
#include "tests/helper_program.hpp"
#include "variants/registry.hpp"

namespace warpmark::workers {
namespace {

using namespace std::chrono_literals;

class scripted_worker {
 public:
  explicit scripted_worker(line_channel& channel) : channel_(channel) {
    const auto order = channel_.receive(1h);
    folder_ = order_from_wire(*order).cache_folder;
    std::ofstream(folder_ / "starts", std::ios::app) << "a worker\n";
    std::ifstream starts(folder_ / "starts");
    number_ = std::count(std::istreambuf_iterator<char>(starts), {}, '\n');
  }

  int run() {
    if (happens("no_start", 0)) return 3;
    channel_.send({{"ready", to_wire(worker_report{})}});
    for (;;) {
      take_points(pending_.empty() ? 1h : 0ms);
      if (pending_.empty()) continue;
      if (const auto code = measure(pending_.front())) return *code;
      pending_.pop_front();
    }
  }

 private:
  bool happens(const std::string& fault, std::int64_t n) const {
    const auto path = folder_ / (fault + "-" + std::to_string(n));
    int times = 0;
    if (!(std::ifstream(path) >> times) || times == 0) return false;
    std::ofstream(path) << times - 1;
    return true;
  }

  bool is_planted(const std::string& fault, std::int64_t n) const {
    return std::filesystem::exists(folder_ / (fault + "-" + std::to_string(n)));
  }

  void take_points(std::chrono::milliseconds patience) {
    while (const auto message = channel_.receive(patience)) {
      if (message->contains("ahead")) compiled_ += message->at("ahead").size();
      for (const auto& point : message->at("points")) {
        pending_.push_back(point_from_wire(built_in_registry(), point));
        if (happens("dies_compiling", size_of(pending_.back()))) {
          std::signal(SIGSEGV, SIG_DFL);  // A sanitizer would make an exit of it.
          std::raise(SIGSEGV);
        }
      }
      patience = 0ms;
    }
  }

  static std::int64_t size_of(const point& point) { return point.problem.integer("n"); }

  // The exit code, if this was the last.
  std::optional<int> measure(const point& point) {
    const std::int64_t n = size_of(point);
    if (happens("hangs_idle", n)) hang();
    for (const char* phase : {"compile", "verify", "measure"}) {
      channel_.send({{"phase", phase}});
      if (happens(std::string("hangs_in_") + phase, n)) hang();
      if (phase == std::string_view("verify"))
        if (const auto code = verify(n)) return code;
    }
    profile(point);
    const bool poisoned = happens("poisons", n);
    channel_.send({{"measured", line_of(point, poisoned || happens("crashes", n))},
                   {"compiled", compiled_},
                   {"from_cache", ++measured_}});
    if (happens("lingers", n)) hang();
    if (happens("dies_afterwards", n)) std::raise(SIGKILL);
    if (poisoned) return 0;
    return std::nullopt;
  }

  // An ok point has a median of 1000 ns and as many more as workers have been started.
  journal::json line_of(const point& point, bool crashed) const {
    journal::json line = {{"key", point.key()}, {"status", crashed ? "crashed" : "ok"}};
    if (crashed) return line;
    line["times_ns"] = {{"n", 25}};
    for (const char* name : {"median", "ci_lo", "ci_hi", "mean", "min", "p05", "p95"})
      line["times_ns"][name] = 1000.0 + static_cast<double>(number_);
    return line;
  }

  // What is sent counts before the fault has happened.
  void profile(const point& point) const {
    const std::int64_t n = size_of(point);
    if (!is_planted("hangs_in_profile", n) && !is_planted("dies_in_profile", n)) return;
    channel_.send({{"timed", {{"key", point.key()}, {"status", "ok"}}}});
    channel_.send({{"phase", "profile"}});
    if (happens("hangs_in_profile", n)) hang();
    if (happens("dies_in_profile", n)) std::raise(SIGKILL);
  }

  // The same for one phase.
  std::optional<int> verify(std::int64_t n) {
    if (happens("complains", n)) {
      channel_.send({{"failed", "the card fell off"}});
      return 2;
    }
    if (happens("dies", n)) std::raise(SIGKILL);
    if (happens("leaves", n)) return 0;
    if (happens("babbles", n) && ::write(worker_socket, "no JSON\n", 8) == 8) hang();
    return std::nullopt;
  }

  // Until it is killed.
  [[noreturn]] static void hang() {
    for (;;) ::pause();
  }

  line_channel& channel_;
  std::filesystem::path folder_;
  std::deque<point> pending_;
  std::ptrdiff_t number_ = 0;  ///< Of this worker, from 1.
  std::size_t compiled_ = 1;   ///< And all that it was told of ahead.
  std::size_t measured_ = 0;   ///< Each with a kernel from the cache, as it says.
};

int work() {
  line_channel channel(worker_socket);
  try {
    return scripted_worker(channel).run();
  } catch (const channel_closed&) {
    return 0;
  }
}

const tests::helper_program scripted("scripted_worker", work);

}  // namespace
}  // namespace warpmark::workers
