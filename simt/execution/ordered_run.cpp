#include "simt/execution/ordered_run.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "simt/errors.hpp"

namespace warpmark::simt {
namespace {

// Rounds in which every resident block only polled, before lanes that wait at a join are released.
constexpr int patience = 3;

// Consecutive warp instructions of such rounds before the launch counts as stuck. A loop over
// volatile memory may end without another thread's help.
constexpr std::uint64_t idle_limit = std::uint64_t{1} << 22;

}  // namespace

worker_state::worker_state(const launch_state& launch)
    : counters(launch.program->classes, launch.per_line),
      findings(*launch.program),
      random(launch.order.seed),
      cached(launch.program->code.size(), nullptr),
      patterns(2 * launch.program->code.size()) {
  if (launch.check.global_races)
    history = std::make_unique<access_history>(*launch.memory, launch.shape.grid.count());
  if (launch.in_parallel) footprint = std::make_unique<access_footprint>(*launch.memory);
}

ordered_run::ordered_run(const launch_state& launch, worker_state& worker, std::uint64_t resident)
    : launch_(launch),
      worker_(worker),
      progress_(launch, worker),
      resident_clusters_(std::max<std::uint64_t>(1, resident / launch.shape.cluster.count())) {
  worker.cancel = [this] { return cancel(); };
}

// Clusters that the device holds at once have started; then they start in their order.
std::optional<std::uint64_t> ordered_run::cancel() {
  std::uint64_t* taken = &next_;
  if (next_ < resident_clusters_) {
    canceled_end_ = std::max(canceled_end_, resident_clusters_);
    taken = &canceled_end_;
  }
  if (*taken >= end_) return std::nullopt;
  return launch_.order.clusters((*taken)++);
}

void ordered_run::run(std::uint64_t first, std::uint64_t end) {
  next_ = first;
  end_ = end;
  int idle_rounds = 0;
  while (next_ < end_ || !active_.empty()) {
    if (launch_.order.is_random()) shuffle();
    const bool progress = round();
    if (worker_.takes_short_turns) continue;  // Too short to tell who only polls.
    if (progress) {
      idle_rounds = 0;
      polling_steps_ = 0;
      idle_admissions_ = 0;
    } else if (active_.size() < resident_clusters_ && next_ < end_) {
      admit_some();
    } else if (++idle_rounds >= patience) {
      give_way();
      idle_rounds = 0;
    }
  }
}

// For the next round: any number of further clusters, who runs first, and for how long.
void ordered_run::shuffle() {
  constexpr unsigned long_round = 16;  // one in so many
  while (active_.size() < resident_clusters_ && next_ < end_ && worker_.random() % 2 == 0) admit();
  if (!active_.empty()) {
    const auto first = static_cast<std::ptrdiff_t>(worker_.random() % active_.size());
    active_.splice(active_.end(), active_, active_.begin(), std::next(active_.begin(), first));
    if (worker_.random() % 2 == 0) active_.reverse();
  }
  worker_.takes_short_turns = worker_.random() % long_round != 0;
}

// Returns true if any block did more than poll.
bool ordered_run::round() {
  bool progress = false;
  if (active_.empty()) admit();
  for (auto item = active_.begin(); item != active_.end();) {
    progress = run_cluster(**item) || progress;
    // Blocks of a cluster may read each other's shared memory until the last one ends.
    if (std::find(item->get()->done.begin(), item->get()->done.end(), 0) ==
        item->get()->done.end()) {
      (*item)->cluster.copies().finish();
      idle_.push_back(std::move(*item));
      item = active_.erase(item);
    } else {
      ++item;
    }
  }
  return progress;
}

bool ordered_run::run_cluster(running& at) {
  bool progress = false;
  for (std::size_t i = 0; i < at.blocks.size(); ++i) {
    if (at.done[i]) continue;
    const std::uint64_t before = at.blocks[i]->steps();
    if (at.blocks[i]->run() == block_end::finished) {
      at.done[i] = 1;
      progress_.remove(*at.blocks[i]);
    }
    polling_steps_ += at.blocks[i]->steps() - before;
    progress = progress || at.blocks[i]->progressed();
  }
  return progress;
}

// Blocks that wait for later ones usually wait for the next one. Many that only poll may all wait
// for an event that never comes: then each round is to start more of them.
void ordered_run::admit_some() {
  constexpr std::uint64_t one_by_one = 16;
  const std::uint64_t count = ++idle_admissions_ <= one_by_one ? 1 : active_.size();
  for (std::uint64_t i = 0; i < count && active_.size() < resident_clusters_ && next_ < end_; ++i)
    admit();
}

void ordered_run::admit() {
  const auto size = static_cast<std::uint32_t>(launch_.shape.cluster.count());
  std::unique_ptr<running> added;
  if (idle_.empty()) {
    added = std::make_unique<running>();
    for (std::uint32_t rank = 0; rank < size; ++rank)
      added->blocks.push_back(std::make_unique<block>(launch_, worker_, progress_));
  } else {
    added = std::move(idle_.back());
    idle_.pop_back();
  }
  added->done.assign(size, 0);
  added->cluster.start();
  for (std::uint32_t rank = 0; rank < size; ++rank)
    added->blocks[rank]->start(scheduled_block(launch_, next_ * size + rank), added->cluster, rank);
  for (const auto& member : added->blocks) progress_.add(*member);
  if (++next_ == resident_clusters_) next_ = std::max(next_, canceled_end_);
  active_.push_back(std::move(added));
}

void ordered_run::give_way() {
  bool any = false;
  for (const auto& block : active_)
    for (const auto& member : block->blocks) any = member->break_joins() || any;
  if (any || polling_steps_ < idle_limit) return;
  std::string waiting;
  std::vector<conflicting_access> places;
  std::size_t blocks = 0;
  for (const auto& block : active_)
    for (std::size_t i = 0; i < block->blocks.size(); ++i) {
      if (block->done[i]) continue;
      if (++blocks == 1) places = block->blocks[i]->waiting_places();
      if (waiting.size() < 2000)
        waiting += fmt::format("{}block {}: {}", waiting.empty() ? "" : "; ",
                               block->blocks[i]->index(), block->blocks[i]->waiting_warps());
      else if (!waiting.ends_with("…"))
        waiting += "; …";
    }
  throw deadlock_error(
      fmt::format("simt: all {} resident blocks of kernel {} poll without progress; {}", blocks,
                  launch_.program->name, waiting),
      places);
}

}  // namespace warpmark::simt
