#include "simt/model/multiprocessor_replay.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <string_view>
#include <tuple>
#include <vector>

namespace warpmark::model {
namespace {

constexpr std::uint32_t none = warp_stage::none;

// Work of the replay, beyond which fewer blocks follow each other, or there is none.
constexpr std::uint64_t max_steps = 1 << 19;

// Once so many waves of blocks have gone by, further blocks take as long as those of the last wave.
constexpr std::uint64_t max_waves = 3;

// Units that take less than this part of the longest one delay nothing.
constexpr double negligible = 0.02;

using amount_of = double (*)(const warp_stage&, const card_constants&);

template <unit on>
double issued_on(const warp_stage& stage, const card_constants&) {
  return stage.issued[static_cast<std::size_t>(on)];
}

double issued(const warp_stage& stage, const card_constants&) {
  double sum = 0;
  for (std::size_t on = 1; on < stage.issued.size(); ++on) sum += stage.issued[on];
  return sum;
}

template <float warp_stage::*amount>
double counted(const warp_stage& stage, const card_constants&) {
  return stage.*amount;
}

/// A resource that warps take turns on.
struct resource {
  std::string_view term;
  /// Whether the warp goes on only when its work is done. Data of loads arrive after it; stores are
  /// not waited for.
  enum class waiting : std::uint8_t { until_done, for_data, never } waits;
  amount_of amount;
  /// Two kinds of work may share what serves them.
  std::size_t server;
};

using waiting = resource::waiting;

const std::array resources{
    resource{"issue", waiting::until_done, issued, 0},
    resource{"integer", waiting::until_done,
             [](const warp_stage& s, const card_constants& c) {
               return issued_on<unit::integer>(s, c) + issued_on<unit::logic>(s, c);
             },
             1},
    resource{"logic", waiting::until_done, issued_on<unit::logic>, 15},
    resource{"float32", waiting::until_done, issued_on<unit::float32>, 2},
    resource{"float64", waiting::until_done, issued_on<unit::float64>, 3},
    resource{"conversion", waiting::until_done, issued_on<unit::conversion>, 4},
    resource{"special", waiting::until_done, issued_on<unit::special>, 5},
    resource{"shuffle", waiting::until_done, issued_on<unit::shuffle>, 6},
    resource{"match", waiting::until_done, counted<&warp_stage::matched_words>, 7},
    resource{"shared", waiting::until_done,
             [](const warp_stage& s, const card_constants& c) {
               return s.shared_wavefronts / c.shared_wavefronts_per_cycle +
                      s.shared_atomic_wavefronts / c.shared_atomic_wavefronts_per_cycle;
             },
             8},
    resource{"l1", waiting::until_done, counted<&warp_stage::loaded_wavefronts>, 9},
    resource{"l2", waiting::for_data,
             [](const warp_stage& s, const card_constants& c) {
               return s.missed_sectors / c.l2_read_bytes_per_s;
             },
             10},
    resource{"l2", waiting::never,
             [](const warp_stage& s, const card_constants& c) {
               return s.stored_sectors / c.l2_write_bytes_per_s;
             },
             10},
    resource{"dram", waiting::for_data, counted<&warp_stage::missed_sectors>, 11},
    resource{"dram", waiting::never, counted<&warp_stage::stored_sectors>, 11},
    resource{"atomics", waiting::never, counted<&warp_stage::atomic_sectors>, 12},
    resource{"cluster", waiting::until_done,
             [](const warp_stage& s, const card_constants& c) {
               return s.cluster_sectors / c.cluster_sectors_per_cycle +
                      s.cluster_atomic_sectors / c.cluster_atomic_sectors_per_cycle;
             },
             13},
    // The busiest slice of L2, of whose turns a block has as many as each other one.
    resource{"same_address_atomics", waiting::never, counted<&warp_stage::atomic_sectors>, 14},
};
constexpr std::size_t servers = 16;

/// What a stage needs of a resource, in ns.
struct demand {
  std::uint8_t resource = 0;
  double ns = 0;
};

class replay {
 public:
  replay(const card_file& card, const launch_work& work, const std::map<std::string, double>& terms)
      : card_(card.constants), work_(work), ns_per_cycle_(1e9 / card.constants.sm_clock_hz) {
    const auto multiprocessors = static_cast<std::uint64_t>(card.multiprocessors);
    blocks_ = (work.blocks + multiprocessors - 1) / multiprocessors;
    slots_ = std::min(blocks_, std::max<std::uint64_t>(1, work.resident_blocks));
    launch_ns_ = terms.at("blocks") / static_cast<double>(std::max<std::uint64_t>(1, blocks_));
    for (const auto& warp : work.block.stages.warps) stages_ += warp.size();
    find_demands(terms);
  }

  double run() {
    if (stages_ == 0 || !work_.block.stages.complete) return 0;
    const std::uint64_t waves = std::min<std::uint64_t>(max_waves, max_steps / stages_ / slots_);
    if (waves == 0) return 0;
    const std::uint64_t simulated = std::min(blocks_, waves * slots_);
    follow(simulated);
    double end = *std::max_element(free_.begin(), free_.end());
    end = std::max(end, last_end_);
    if (simulated == blocks_) return end;
    const double first = waves < 2 ? 0 : starts_[simulated - slots_ - 1];
    const double last = waves < 2 ? end : starts_[simulated - 1];
    return end +
           static_cast<double>(blocks_ - simulated) * (last - first) / static_cast<double>(slots_);
  }

 private:
  struct running_block {
    std::vector<std::uint32_t> next;                  ///< Stage, by warp.
    std::vector<std::uint32_t> missing;               ///< Arrivals, by join.
    std::vector<double> open_at;                      ///< By join: when its last arrival was.
    std::vector<std::vector<std::uint32_t>> waiting;  ///< Warps, by join.
    std::size_t running = 0;                          ///< Warps.
  };
  struct event {
    double at = 0;
    std::uint32_t slot = 0, warp = 0;
    bool operator>(const event& other) const {
      return std::tie(at, slot, warp) > std::tie(other.at, other.slot, other.warp);
    }
  };

  // The blocks of the busiest multiprocessor share each term in proportion to what the followed
  // block's stages need.
  void find_demands(const std::map<std::string, double>& terms) {
    double longest = 0;
    for (const auto& [name, ns] : terms)
      if (name != "latency" && name != "waiting") longest = std::max(longest, ns);
    std::array<double, resources.size()> ns_per_amount{};
    std::array<double, servers> of_server{};
    for (std::size_t r = 0; r < resources.size(); ++r)
      for (const auto& warp : work_.block.stages.warps)
        for (const warp_stage& stage : warp)
          of_server[resources[r].server] += resources[r].amount(stage, card_);
    for (std::size_t r = 0; r < resources.size(); ++r) {
      const double ns = terms.at(std::string(resources[r].term));
      const double amount = of_server[resources[r].server] * work_.block.executed;
      if (amount > 0 && ns > negligible * longest)
        ns_per_amount[r] = ns / static_cast<double>(blocks_) / amount;
    }
    for (const auto& warp : work_.block.stages.warps) {
      first_stage_.push_back(first_demand_.size());
      for (const warp_stage& stage : warp) {
        first_demand_.push_back(demands_.size());
        for (std::size_t r = 0; r < resources.size(); ++r) {
          const double ns = ns_per_amount[r] * resources[r].amount(stage, card_);
          if (ns > 0) demands_.push_back({static_cast<std::uint8_t>(r), ns});
        }
      }
    }
    first_demand_.push_back(demands_.size());
  }

  void start(std::uint32_t slot, double at) {
    starts_.push_back(at);
    running_block& block = running_[slot];
    const block_stages& stages = work_.block.stages;
    block.next.assign(stages.warps.size(), 0);
    block.missing.clear();
    for (const auto& join : stages.joins) block.missing.push_back(join.arrivals);
    block.open_at.assign(stages.joins.size(), 0);
    block.waiting.assign(stages.joins.size(), {});
    block.running = stages.warps.size();
    for (std::uint32_t warp = 0; warp < stages.warps.size(); ++warp) events_.push({at, slot, warp});
  }

  void follow(std::uint64_t simulated) {
    running_.resize(slots_);
    for (std::uint32_t slot = 0; slot < slots_; ++slot) start(slot, launch_ns_ * slot);
    // Blocks that execute only a part of what the followed one does end when they have done it.
    const double quota = work_.block.executed < 1
                             ? work_.block.executed * static_cast<double>(stages_ * slots_)
                             : std::numeric_limits<double>::infinity();
    double steps = 0;
    while (!events_.empty() && steps < quota) {
      const event next = events_.top();
      events_.pop();
      running_block& block = running_[next.slot];
      const auto& warp = work_.block.stages.warps[next.warp];
      if (block.next[next.warp] == warp.size()) {
        if (--block.running != 0) continue;
        last_end_ = std::max(last_end_, next.at);
        if (starts_.size() < simulated)
          start(next.slot, std::max(next.at + card_.block_turnover_ns,
                                    launch_ns_ * static_cast<double>(starts_.size())));
        continue;
      }
      ++steps;
      execute(next, warp[block.next[next.warp]++]);
      last_end_ = std::max(last_end_, next.at);
    }
  }

  void execute(const event& at, const warp_stage& stage) {
    running_block& block = running_[at.slot];
    const double alone = stage.cycles * ns_per_cycle_;
    double end = at.at + alone, arrived = stage.arrival_cycles * ns_per_cycle_;
    const double arrival = arrived;
    const std::size_t index = first_stage_[at.warp] + block.next[at.warp] - 1;
    for (std::size_t d = first_demand_[index]; d < first_demand_[index + 1]; ++d) {
      const resource& on = resources[demands_[d].resource];
      double& free = free_[on.server];
      const double begin = std::max(at.at, free);
      free = begin + demands_[d].ns;
      if (on.waits == waiting::until_done) {
        end = std::max(end, free);
      } else if (on.waits == waiting::for_data) {
        if (arrival > 0)
          arrived = std::max(arrived, free - at.at + arrival);
        else
          end = std::max(end, free + alone);
      }
    }
    if (stage.arrives != none) arrive(at.slot, stage.arrives, end + arrived);
    if (stage.waits == none)
      events_.push({end, at.slot, at.warp});
    else
      wait(at, stage.waits, end);
  }

  void arrive(std::uint32_t slot, std::uint32_t join, double at) {
    running_block& block = running_[slot];
    block.open_at[join] = std::max(block.open_at[join], at);
    if (block.missing[join] == 0 || --block.missing[join] != 0) return;
    for (const std::uint32_t warp : block.waiting[join])
      events_.push({opened(block, join), slot, warp});
    block.waiting[join].clear();
  }

  void wait(const event& who, std::uint32_t join, double at) {
    running_block& block = running_[who.slot];
    if (block.missing[join] == 0)
      events_.push({std::max(at, opened(block, join)), who.slot, who.warp});
    else
      block.waiting[join].push_back(who.warp);
  }

  double opened(const running_block& block, std::uint32_t join) const {
    return block.open_at[join] + work_.block.stages.joins[join].cycles * ns_per_cycle_;
  }

  const card_constants& card_;
  const launch_work& work_;
  double ns_per_cycle_;
  double launch_ns_ = 0;  // Between two blocks on this multiprocessor.
  std::uint64_t blocks_ = 0, slots_ = 0, stages_ = 0;
  std::vector<std::size_t> first_stage_;   // By warp.
  std::vector<std::size_t> first_demand_;  // By stage.
  std::vector<demand> demands_;
  std::vector<running_block> running_;  // By slot.
  std::priority_queue<event, std::vector<event>, std::greater<>> events_;
  std::array<double, servers> free_{};
  std::vector<double> starts_;
  double last_end_ = 0;
};

}  // namespace

double replay_multiprocessor_ns(const card_file& card, const launch_work& work,
                                const std::map<std::string, double>& terms) {
  return replay(card, work, terms).run();
}

}  // namespace warpmark::model
