#include "simt/timing/time_keeper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simt/model/architecture_limits.hpp"
#include "simt/model/occupancy.hpp"
#include "simt/model/time_savings.hpp"
#include "simt/timing/waiting_replay.hpp"

namespace warpmark::simt {
namespace {

// The part of L2 that holds what is read again and again: docs/model.md, "What each rule comes
// from".
constexpr double repeatedly_held = 0.7;

// The part of L2's size that the card stores before it has written all sectors that were stored in
// part: docs/model.md, "What each rule comes from".
constexpr double kept_in_part = 0.09;

// Beyond this part the difference is not worth the computation.
constexpr double mostly_from_dram = 0.98;

std::uint64_t warps_of(const launch_state& state) { return (state.shape.block.count() + 31) / 32; }

}  // namespace

void time_keeper::begin() {
  if (!card_) return;
  sum_.emplace(*card_);
  warm_.clear(static_cast<std::uint64_t>(repeatedly_held * card_->constants.l2_bytes));
  fetched_.clear();
}

void time_keeper::add_fill(std::uint64_t address, std::uint64_t size_bytes) {
  if (!sum_) return;
  sum_->add_fill(size_bytes);
  warm_.note_fill({address, size_bytes});
}

void time_keeper::before_launch(launch_state& state, std::uint64_t resident_blocks,
                                std::size_t local_bytes) {
  if (!sum_) return;
  const std::uint64_t blocks = state.shape.grid.count();
  const auto multiprocessors = static_cast<std::uint64_t>(card_->multiprocessors);
  // A small grid does not fill the multiprocessors.
  const std::uint64_t at_once = std::max<std::uint64_t>(
      1, std::min(resident_blocks, (blocks + multiprocessors - 1) / multiprocessors));
  resident_blocks_ = std::max<std::uint64_t>(1, resident_blocks);
  const device_limits limits = card_->limits();
  const std::uint64_t l1 = model::l1_bytes(
      limits,
      resident_blocks_ * model::taken_shared_bytes(limits, state.program->static_shared_bytes +
                                                               state.shape.dynamic_shared_bytes));
  const cache_share share{
      .l1_bytes_per_warp = l1 / (at_once * warps_of(state)),
      .l1_holds_local = at_once * state.shape.block.count() * local_bytes <= l1,
      .l2_bytes = static_cast<std::uint64_t>(repeatedly_held * card_->constants.l2_bytes) /
                  std::min(blocks, at_once * multiprocessors)};
  // The rest of a sector may be stored by a block that the sample does not have.
  state.partial_stores.reset();
  if (state.sample.empty())
    state.partial_stores = {
        .kept_bytes = static_cast<std::uint64_t>(kept_in_part * card_->constants.l2_bytes),
        .blocks_at_once = std::min(blocks, at_once * multiprocessors),
        .in_l2 = &warm_};
  const auto follow = [&](std::size_t i, std::uint64_t block) {
    timelines_[i].emplace(*state.program, card_->constants, card_->multiprocessors, share, warm_);
    state.timed[i] = {block, &*timelines_[i]};
    followed_[i] = block;
  };
  for (auto& timeline : timelines_) timeline.reset();
  state.timed = {};
  communication_.reset();
  state.communication = nullptr;
  // The first block of a cluster often does what the others do, and then more.
  const std::uint64_t middle = blocks / 2 - blocks / 2 % state.shape.cluster.count();
  follow(1, middle);
  if (!state.program->ordered_blocks) {
    timelines_[1]->follow_in_l2();
    const std::uint64_t cluster = state.shape.cluster.count(), last = blocks - cluster;
    if (middle < last) follow(2, last);
    if (middle + cluster < last) follow(0, middle + cluster);
    return;
  }
  if (state.order.is_random() || blocks < 2) return;
  if (middle != 0) follow(0, 0);
  if (middle != blocks - 1) follow(2, blocks - 1);
  state.communication = &communication_.emplace();
}

void time_keeper::add_waiting(model::launch_work& work) {
  if (!communication_) return;
  communication_->resolve_polls();
  std::array<event_graph, 3> graphs;
  replayed_launch launch{.blocks = work.blocks};
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    if (timelines_[i]) graphs[i] = timelines_[i]->graph();
    const std::size_t role = timelines_[i] ? i : 1;
    launch.followed.graphs[i] = &graphs[role];
    launch.followed.blocks[i] = followed_[role];
  }
  launch.resident_blocks =
      work.resident_blocks * static_cast<std::uint64_t>(card_->multiprocessors);
  const model::card_constants& card = card_->constants;
  launch.start_interval_ns =
      std::max(card.block_launch_ns, static_cast<double>(work.warps_a_block) * card.warp_launch_ns);
  const model::memory_time memory = model::memory_ns(card, work);
  launch.dram_load_ns = memory.dram_load;
  launch.dram_store_ns = memory.dram_store;
  launch.l2_load_ns = memory.l2_load;
  launch.l2_store_ns = memory.l2_store;
  const replayed_time replayed = replay_waits(*communication_, launch, card);
  work.waiting_ns = replayed.ns;
  work.shared_memory_ns = replayed.ns - replayed.idle_memory_ns;
}

void time_keeper::after_launch(const launch_state& state, const launch_result& result,
                               std::size_t code_bytes) {
  if (!sum_) return;
  const counter_set& counted =
      result.blocks_per_sampled > 1 ? result.counters_of_all : result.counters;
  model::launch_work work;
  work.blocks = counted[counter::blocks];
  work.warps_a_block = warps_of(state);
  work.resident_blocks = resident_blocks_;
  for (auto i = counter::integer_instructions; i <= counter::other_instructions;
       i = static_cast<counter>(static_cast<int>(i) + 1))
    work.warp_instructions += counted[i];
  work.shared_wavefronts =
      counted[counter::shared_load_wavefronts] + counted[counter::shared_store_wavefronts];
  work.shared_atomic_wavefronts = counted[counter::shared_atomic_wavefronts];

  work.global_load_sectors = counted[counter::global_load_sectors];
  work.global_store_sectors = counted[counter::global_store_sectors];
  work.global_atomic_sectors = counted[counter::global_atomic_sectors];
  using depth = atomic_depths::depth;
  const depth hottest = hottest_slice(result, atomic_slice_sectors(), &depth::all_lanes);
  work.deepest_float_lanes = hottest_slice(result, 1, &depth::float_lanes).float_lanes();
  work.hottest_atomic_requests = hottest.requests;
  work.hottest_atomic_lanes = hottest.lanes;
  work.hottest_integer_lanes = hottest.integer_lanes;
  work.may_overlap = state.shape.programmatic;
  work.controls_dependents =
      std::any_of(state.program->timings.begin(), state.program->timings.end(),
                  [](const instruction_timing& timing) { return timing.controls_dependents; });
  // Blocks that wait for each other spin for as long as the interpreter's order makes them.
  if (!state.program->ordered_blocks)
    work.longest_warp_instructions = counted[counter::longest_warp_instructions];
  work.cold_code_bytes = fetched_.insert(state.program).second ? code_bytes : 0;
  const estimated_sectors cold = cold_sectors(state, result);
  work.cold_sectors = cold.touched;
  work.cold_load_sectors = cold.loaded;
  if (state.partial_stores) {
    const incomplete_sectors incomplete =
        result.partial_stores.count_incomplete(*state.partial_stores, work.blocks);
    work.partial_stores = incomplete.alone;
    work.partial_stores_of_lines = incomplete.in_lines;
  }
  if (communication_) {
    const auto less = [](std::uint64_t& count, std::uint64_t polls) {
      count -= std::min(count, polls);
    };
    less(work.warp_instructions, communication_->polling_instructions());
    less(work.global_load_sectors, communication_->polling_sectors());
  }
  if (takes_work_as_it_comes(state, counted)) {
    share_evenly(work, state.shape.grid.count());
  } else {
    work.block = timelines_[1]->take_cost();
    const double path = work.block.path_cycles, drain = work.block.drain_cycles;
    if (auto in_l2 = timelines_[1]->take_cost_in_l2()) {
      mix(work, std::move(*in_l2));
      add_other_blocks(work, path, drain);
    }
    add_waiting(work);
    if (communication_ && timelines_[2])
      work.finish_ns = std::max(0.0, timelines_[2]->take_cost().path_cycles - path) /
                       card_->constants.sm_clock_hz * 1e9;
  }
  sum_->add_launch(std::move(work));
}

// Blocks that others canceled have not run.
bool time_keeper::takes_work_as_it_comes(const launch_state& state,
                                         const counter_set& counted) const {
  if (!communication_ || !timelines_[0]) return false;
  const std::uint64_t blocks = state.shape.grid.count();
  return counted[counter::blocks] < blocks || communication_->hands_out_work(blocks);
}

// Blocks load some of their memory in common. Those of the first wave wait for DRAM together. Of
// what a later one loads, L2 holds what earlier waves have loaded: the rest is the part of the
// launch's misses that are the first of their sector. Such loads come together, since blocks share
// the edges of what they load: the path is in between by this part.
void time_keeper::mix(model::launch_work& work, model::block_cost in_l2) const {
  const double fetched = static_cast<double>(work.global_load_sectors) *
                         static_cast<double>(work.block.fetched_sectors) /
                         static_cast<double>(std::max<std::uint64_t>(1, work.block.loaded_sectors));
  const double first =
      fetched > 0 ? std::min(1.0, static_cast<double>(work.cold_load_sectors) / fetched) : 1;
  const double waves =
      std::max(1.0, static_cast<double>(work.blocks) /
                        (static_cast<double>(work.resident_blocks) * card_->multiprocessors));
  const double part = (1 + (waves - 1) * first) / waves;
  if (part > mostly_from_dram) return;
  const auto between = [&](double from_dram, double from_l2) {
    return part * from_dram + (1 - part) * from_l2;
  };
  const double contention = model::launch_terms(*card_, work).at("contention");
  std::swap(work.block, in_l2);
  const double contention_in_l2 = model::launch_terms(*card_, work).at("contention");
  std::swap(work.block, in_l2);
  work.block.path_cycles = between(work.block.path_cycles, in_l2.path_cycles);
  work.block.drain_cycles = between(work.block.drain_cycles, in_l2.drain_cycles);
  work.contention_ns = between(contention, contention_in_l2);
}

// Neighbours may do different work: they may alternate between full and partial tiles. Then blocks
// take the mean of both, one after another. The last one to end may be any of those, or the last
// block of the grid. A sample has few of these blocks.
void time_keeper::add_other_blocks(model::launch_work& work, double middle_cycles,
                                   double middle_drain) {
  double slowest = middle_cycles, mean = middle_cycles, drain = middle_drain;
  std::uint64_t longest = work.block.longest_warp_instructions;
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
    if (!timelines_[i]) continue;
    const model::block_cost other = timelines_[i]->take_cost();
    if (other.instructions == 0) continue;
    slowest = std::max(slowest, other.path_cycles);
    longest = std::max(longest, other.longest_warp_instructions);
    if (i != 0) continue;
    mean = (middle_cycles + other.path_cycles) / 2;
    drain = (drain + other.drain_cycles) / 2;
  }
  if (slowest == middle_cycles && mean == middle_cycles) return;
  if (!work.contention_ns) work.contention_ns = model::launch_terms(*card_, work).at("contention");
  const double scale = work.block.path_cycles / middle_cycles;
  work.block.path_cycles = mean * scale;
  if (middle_drain > 0) work.block.drain_cycles *= drain / middle_drain;
  work.block.longest_warp_instructions = longest;
  work.slower_cycles = (slowest - mean) * scale;
}

// The first block took most of the work, the last one next to none. On a device the resident blocks
// take as much each: their time is between those two's by the instructions, since a block's start
// and end take as long however much it takes. The last block ends last in the interpreter's order,
// and so does what the last one does on a device. If others canceled it, the path is the first
// block's by the instructions.
void time_keeper::share_evenly(model::launch_work& work, std::uint64_t grid_blocks) {
  work.blocks = std::min(grid_blocks,
                         work.resident_blocks * static_cast<std::uint64_t>(card_->multiprocessors));
  work.block = timelines_[0]->take_cost();
  const double each =
      static_cast<double>(work.warp_instructions) / static_cast<double>(work.blocks);
  const auto most = static_cast<double>(std::max<std::uint64_t>(1, work.block.instructions));
  work.block.executed = std::min(1.0, each / most);
  model::block_cost least;
  if (timelines_[2]) least = timelines_[2]->take_cost();
  const auto fewest = static_cast<double>(least.instructions);
  const double part = most > fewest ? std::clamp((each - fewest) / (most - fewest), 0.0, 1.0) : 1.0;
  const auto between = [&](double of_least, double of_most) {
    return of_least + part * (of_most - of_least);
  };
  work.contention_ns = contention_of_shares(work, least, each);
  work.block.path_cycles = between(least.path_cycles, work.block.path_cycles);
  work.block.drain_cycles =
      std::min(work.block.path_cycles,
               least.instructions > 0 ? least.drain_cycles : work.block.drain_cycles);
}

// Of a block that takes one piece of work as the last one does, and of one that goes on with others
// as the first one does: by how much of its share is beyond the last one's.
double time_keeper::contention_of_shares(model::launch_work work, model::block_cost least,
                                         double each) const {
  model::launch_work going_on = work;
  going_on.block.path_cycles *= going_on.block.executed;
  going_on.block.drain_cycles = std::min(going_on.block.drain_cycles, going_on.block.path_cycles);
  const double later = model::launch_terms(*card_, going_on).at("contention");
  if (least.instructions == 0) return later;
  const double part = std::max(0.0, 1 - static_cast<double>(least.instructions) / each);
  // Its stages have all work of the launch, in their proportions.
  least.issued = work.block.issued;
  least.matched_words = work.block.matched_words;
  least.local_wavefronts = work.block.local_wavefronts;
  least.local_loaded_sectors = work.block.local_loaded_sectors;
  least.local_stored_sectors = work.block.local_stored_sectors;
  least.instructions = work.block.instructions;
  work.block = std::move(least);
  const double first = model::launch_terms(*card_, work).at("contention");
  return first + part * (later - first);
}

std::uint64_t time_keeper::atomic_slice_sectors() const {
  const auto slice_bytes = static_cast<std::uint64_t>(card_->constants.atomic_slice_bytes);
  return std::max<std::uint64_t>(1, slice_bytes / sector_bytes);
}

// A place that all blocks change gets deeper with each of them; one of a single block does not.
// What lies between is continued at the rate of the second half of the sample.
atomic_depths::depth time_keeper::hottest_slice(const launch_result& result, std::uint64_t sectors,
                                                atomic_depths::amount of) const {
  const auto hottest = result.atomics.deepest_in(sectors, of);
  if (result.blocks_per_sampled <= 1 || hottest.lanes == 0) return hottest;
  const auto half = result.atomics_of_half.deepest_in(sectors, of);
  const auto grown = [&](std::uint64_t of_half, std::uint64_t of_sample) {
    const double growth =
        of_half == 0 || result.sampled_after_half <= 1
            ? 1
            : std::log(static_cast<double>(of_sample) / static_cast<double>(of_half)) /
                  std::log(result.sampled_after_half);
    return static_cast<std::uint64_t>(
        static_cast<double>(of_sample) *
        std::pow(result.blocks_per_sampled, std::clamp(growth, 0.0, 1.0)));
  };
  const std::uint64_t requests = grown(half.requests, hottest.requests);
  return {.requests = requests,
          .lanes = std::max(requests, grown(half.lanes, hottest.lanes)),
          .integer_requests = grown(half.integer_requests, hottest.integer_requests),
          .integer_lanes = grown(half.integer_lanes, hottest.integer_lanes)};
}

estimated_sectors time_keeper::cold_sectors(const launch_state& state,
                                            const launch_result& result) {
  if (result.blocks_per_sampled > 1)
    return cold_sectors_of_all(*state.touched, *state.memory, result.blocks_per_sampled, warm_);
  const std::uint64_t loaded = result.counters[counter::global_load_unique_bytes];
  const std::uint64_t touched = result.counters[counter::global_unique_bytes];
  estimated_sectors cold{.touched = warm_.note_launch(*state.touched)};
  // The loaded part of the cold sectors is estimated from the share of loaded bytes.
  if (touched != 0)
    cold.loaded =
        static_cast<std::uint64_t>(static_cast<double>(cold.touched) *
                                   (static_cast<double>(loaded) / static_cast<double>(touched)));
  return cold;
}

std::optional<model::modelled_time> time_keeper::total() const {
  if (!sum_) return std::nullopt;
  model::modelled_time total = sum_->total();
  total.savings = model::work_savings(*card_, total.work);
  return total;
}

std::optional<double> time_keeper::instructions_per_ns() const {
  if (card_ == nullptr) return std::nullopt;
  return card_->constants.issue_per_cycle * card_->constants.sm_clock_hz * 1e-9 *
         card_->multiprocessors;
}

}  // namespace warpmark::simt
