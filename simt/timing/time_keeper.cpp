#include "simt/timing/time_keeper.hpp"

#include <algorithm>

#include "simt/timing/waiting_replay.hpp"

namespace warpmark::simt {
namespace {

std::uint64_t warps_of(const launch_state& state) { return (state.shape.block.count() + 31) / 32; }

}  // namespace

void time_keeper::begin() {
  if (!card_) return;
  sum_.emplace(*card_);
  warm_.clear();
  fetched_.clear();
}

void time_keeper::add_fill(std::uint64_t address, std::uint64_t size_bytes) {
  if (!sum_) return;
  sum_->add_fill(size_bytes);
  warm_.note_fill(address, size_bytes);
}

void time_keeper::before_launch(launch_state& state, std::uint64_t resident_blocks) {
  if (!sum_) return;
  const std::uint64_t blocks = state.shape.grid.count();
  const auto multiprocessors = static_cast<std::uint64_t>(card_->multiprocessors);
  // A small grid does not fill the multiprocessors.
  const std::uint64_t at_once = std::max<std::uint64_t>(
      1, std::min(resident_blocks, (blocks + multiprocessors - 1) / multiprocessors));
  resident_blocks_ = std::max<std::uint64_t>(1, resident_blocks);
  const std::uint64_t shared =
      at_once * (state.program->static_shared_bytes + state.shape.dynamic_shared_bytes);
  const auto l1 = static_cast<std::uint64_t>(card_->constants.l1_bytes);
  const std::uint64_t left = l1 > shared ? l1 - shared : 0;
  const auto follow = [&](std::size_t i, std::uint64_t block) {
    timelines_[i].emplace(*state.program, card_->constants, card_->multiprocessors,
                          left / (at_once * warps_of(state)), warm_);
    state.timed[i] = {block, &*timelines_[i]};
  };
  for (auto& timeline : timelines_) timeline.reset();
  state.timed = {};
  communication_.reset();
  state.communication = nullptr;
  follow(1, blocks / 2);
  if (!state.program->ordered_blocks || state.order.is_random() || blocks < 2) return;
  if (blocks / 2 != 0) follow(0, 0);
  if (blocks / 2 != blocks - 1) follow(2, blocks - 1);
  state.communication = &communication_.emplace();
}

double time_keeper::waiting_ns(const model::launch_work& work) {
  if (!communication_) return 0;
  communication_->resolve_polls();
  std::array<event_graph, 3> graphs;
  replayed_launch launch{.blocks = work.blocks};
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    if (timelines_[i]) graphs[i] = timelines_[i]->graph();
    launch.graphs[i] = timelines_[i] ? &graphs[i] : &graphs[1];
  }
  launch.resident_blocks =
      work.resident_blocks * static_cast<std::uint64_t>(card_->multiprocessors);
  const model::card_constants& card = card_->constants;
  launch.start_interval_ns =
      std::max(card.block_launch_ns, static_cast<double>(work.warps_a_block) * card.warp_launch_ns);
  return replay_ns(*communication_, launch, card);
}

void time_keeper::after_launch(const launch_state& state, const launch_result& result,
                               std::size_t code_bytes) {
  if (!sum_) return;
  const counter_set& counted = result.counters;
  model::launch_work work;
  work.blocks = counted[counter::blocks];
  work.warps_a_block = warps_of(state);
  work.resident_blocks = resident_blocks_;
  for (auto i = counter::integer_instructions; i <= counter::other_instructions;
       i = static_cast<counter>(static_cast<int>(i) + 1))
    work.warp_instructions += counted[i];
  work.shared_wavefronts = counted[counter::shared_load_wavefronts] +
                           counted[counter::shared_store_wavefronts] +
                           counted[counter::shared_atomic_wavefronts];

  work.global_load_sectors = counted[counter::global_load_sectors];
  work.global_store_sectors = counted[counter::global_store_sectors];
  work.global_atomic_sectors = counted[counter::global_atomic_sectors];
  const auto slice = static_cast<std::uint64_t>(card_->constants.atomic_slice_bytes);
  const auto hottest = result.atomics.deepest_in(std::max<std::uint64_t>(1, slice / 32));
  work.hottest_atomic_requests = hottest.requests;
  work.hottest_atomic_lanes = hottest.lanes;
  work.cold_code_bytes = fetched_.insert(state.program).second ? code_bytes : 0;
  work.cold_sectors = warm_.note_launch(*state.touched);
  const std::uint64_t loaded = counted[counter::global_load_unique_bytes];
  const std::uint64_t touched = counted[counter::global_unique_bytes];
  // The loaded part of the cold sectors is estimated from the share of loaded bytes.
  work.cold_load_sectors = touched == 0
                               ? 0
                               : static_cast<std::uint64_t>(
                                     static_cast<double>(work.cold_sectors) *
                                     (static_cast<double>(loaded) / static_cast<double>(touched)));
  if (communication_) {
    const auto less = [](std::uint64_t& count, std::uint64_t polls) {
      count -= std::min(count, polls);
    };
    less(work.warp_instructions, communication_->polling_instructions());
    less(work.global_load_sectors, communication_->polling_sectors());
  }
  work.block = timelines_[1]->cost();
  work.waiting_ns = waiting_ns(work);
  sum_->add_launch(work);
}

std::optional<model::modelled_time> time_keeper::total() const {
  if (!sum_) return std::nullopt;
  return sum_->total();
}

}  // namespace warpmark::simt
