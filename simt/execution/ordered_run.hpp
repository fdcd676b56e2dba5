#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "simt/execution/block.hpp"
#include "simt/execution/block_cluster.hpp"
#include "simt/execution/progress_watch.hpp"

namespace warpmark::simt {

/// Runs blocks that may wait for each other. Blocks start in the order of the schedule; the next
/// cluster starts only when all running blocks poll, or at random if the schedule is. At most
/// `resident` blocks run at a time, and always complete clusters.
class ordered_run {
 public:
  ordered_run(const launch_state& launch, worker_state& worker, std::uint64_t resident);

  /// Runs the clusters [first, end). Throws what block::run() throws.
  void run(std::uint64_t first, std::uint64_t end);

 private:
  struct running {
    block_cluster cluster;
    std::vector<std::unique_ptr<block>> blocks;
    std::vector<char> done;
  };

  void shuffle();
  bool round();
  bool run_cluster(running& at);
  void admit();
  void admit_some();
  void give_way();
  std::optional<std::uint64_t> cancel();

  const launch_state& launch_;
  worker_state& worker_;
  progress_watch progress_;
  std::uint64_t resident_clusters_, next_ = 0, end_ = 0;
  std::uint64_t canceled_end_ = 0;     // Canceled ones before the first ones have started.
  std::uint64_t idle_admissions_ = 0;  // Since any block did more than poll.
  std::uint64_t polling_steps_ = 0;    // Instructions since any block did more than poll.
  std::list<std::unique_ptr<running>> active_;
  std::vector<std::unique_ptr<running>> idle_;
};

}  // namespace warpmark::simt
