#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "simt/execution/kernel_loops.hpp"
#include "simt/execution/loop_forecast.hpp"
#include "simt/finding_log.hpp"
#include "simt/progress_limits.hpp"

namespace warpmark::simt {

class block;
struct launch_state;
struct worker_state;

/// Watches the blocks of one host thread, and stops the launch if they make no progress.
///
/// A launch progresses when a block ends, when memory is touched for the first time, when a warp
/// runs code that it has not repeated, and when a loop is counted: the numbers that its exits
/// compare approach each other fast enough. A loop without an exit never ends.
class progress_watch {
 public:
  progress_watch(const launch_state& launch, const worker_state& worker);
  ~progress_watch();

  void add(block& started);
  void remove(const block& ended);

  /// To be called after each turn of a warp, with the instructions that it issued. Throws
  /// step_limit_error.
  void tick(std::uint64_t steps) {
    unseen_ += steps;
    if (unseen_ >= steps_per_look && is_limited_) look();
  }

  /// The place where a warp is, as message and finding name it: its loop, if it is in one.
  struct place {
    std::string text;  ///< "in the loop at k.cu:7-9", "at k.cu:3 (PTX line 40)"
    conflicting_access where;
  };
  place place_of(const block& running, std::uint32_t warp);

 private:
  static constexpr std::uint64_t steps_per_look = 1 << 13;
  enum class stage : std::uint8_t { fresh, waiting, traced };

  // What one warp split did in its loop.
  struct measurement {
    std::int32_t loop = no_loop;
    exit_distances distances;
    double left = std::numeric_limits<double>::infinity();  // Warp instructions.
    std::uint64_t issued = 0;
  };
  struct suspect {
    const block* running = nullptr;
    std::uint32_t warp = 0, pc = 0, lanes = 0;
    std::int32_t loop = no_loop;
    double block_total = std::numeric_limits<double>::infinity();  // Warp instructions, if known.
  };
  struct loop_facts {
    bool has_exit = true;
    std::vector<std::size_t> comparisons;
  };

  void look();
  bool progressed();
  bool touched_more();
  bool judge(block& running, std::vector<suspect>& suspects);
  [[noreturn]] void stop(const suspect& found) const;
  const kernel_loops& loops();
  const loop_facts& facts_of(std::int32_t loop);
  double now() const;

  const launch_state& launch_;
  const worker_state& worker_;
  const progress_limits& limits_;
  bool is_limited_;
  std::vector<block*> active_;
  std::unique_ptr<kernel_loops> loops_;  // Made when something looks endless.
  std::map<std::int32_t, loop_facts> facts_;
  using split_key = std::tuple<const block*, std::uint32_t, std::uint32_t>;  // Warp, first lane.
  std::map<split_key, measurement> measured_;
  std::optional<suspect> suspect_;
  std::size_t measured_splits_ = 0;
  std::uint64_t unseen_ = 0, touched_ = 0;
  stage stage_ = stage::fresh;
  double begin_s_ = 0, next_s_ = 0;
};

}  // namespace warpmark::simt
