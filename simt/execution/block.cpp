#include "simt/execution/block.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "simt/errors.hpp"
#include "simt/execution/block_cluster.hpp"
#include "simt/execution/execution_meter.hpp"
#include "simt/execution/progress_watch.hpp"
#include "simt/execution/special_registers.hpp"
#include "simt/finding_log.hpp"
#include "simt/memory/memory_budget.hpp"
#include "simt/phase_recorder.hpp"
#include "simt/timing/block_timeline.hpp"
#include "simt/timing/communication_log.hpp"

namespace warpmark::simt {
namespace {

// Time without a change of memory after which a warp that reads the clock counts as stuck: 0.5 s.
constexpr std::uint64_t longest_timed_wait = std::uint64_t{1} << 29;

void write_constants(const std::vector<constant_slot>& slots, std::byte* registers) {
  for (const constant_slot& slot : slots)
    for (unsigned lane = 0; lane < 32; ++lane)
      std::memcpy(registers + slot.offset + slot.width * lane, &slot.bits, slot.width);
}

launch_position position(const launch_state& launch, std::uint64_t block, std::uint32_t warp) {
  launch_position at{.grid = launch.shape.grid,
                     .block = launch.shape.block,
                     .cluster = launch.shape.cluster,
                     .block_index = block_index(launch, block)};
  at.explicit_cluster = launch.explicit_cluster;
  at.grid_workspace = launch.grid_workspace;
  at.warp = warp;
  at.multiprocessors = launch.multiprocessors;
  at.dynamic_shared_bytes = launch.shape.dynamic_shared_bytes;
  at.static_shared_bytes = launch.program->static_shared_bytes;
  return at;
}

}  // namespace

block::block(const launch_state& launch, worker_state& worker, progress_watch& progress)
    : launch_(launch), worker_(worker), progress_(progress) {
  const kernel_program& program = *launch.program;
  const std::uint64_t threads = launch.shape.block.count();
  warps_.resize((threads + 31) / 32);
  done_.resize(warps_.size());
  issued_.resize(warps_.size());
  context_.local_bytes = program.local_bytes + (program.functions.empty() ? 0 : launch.stack_bytes);
  charge_launch(warps_.size() * (program.register_bytes + 32 * context_.local_bytes));
  registers_.resize(warps_.size() * program.register_bytes);
  const std::size_t own_bytes = program.static_shared_bytes + launch.shape.dynamic_shared_bytes;
  shared_.resize(program.reads_reserved_shared
                     ? reserved_shared_begin(own_bytes) + reserved_shared_bytes
                     : own_bytes);
  charge_launch(shared_.size());
  local_.resize(warps_.size() * 32 * context_.local_bytes);
  context_.counters = context_.launch_counters = &worker.counters.launch();
  context_.touched = launch.touched;
  context_.atomics = &worker.atomics;
  if (launch.partial_stores) {
    partial_stores_.emplace(*launch.partial_stores);
    context_.partial_stores = &*partial_stores_;
  }
  context_.global = launch.memory;
  context_.cached = worker.cached.data();
  context_.patterns = worker.patterns.data();
  context_.shared = shared_.data();
  context_.shared_bytes = shared_.size();
  context_.parameters = launch.parameters.data();
  context_.parameter_bytes = launch.parameters.size();
  context_.findings = &worker.findings;
  context_.prints = &worker.prints;
  context_.cancel = &worker.cancel;
  context_.program = &program;
  context_.groups = &groups_;
  context_.launch = &launch;
  if (launch.check.any()) {
    watch_ = std::make_unique<access_watch>(
        launch.check, warps_.size(), shared_.size(), worker.history.get(), worker.footprint.get(),
        access_watch::extent{
            .shared_memory = !program.beyond_checks && !program.reads_reserved_shared,
            .races = !program.reads_reserved_shared,
            .cluster_blocks = launch.shape.cluster.count(),
            .relaxes_reads = program.beyond_checks && program.ordered_blocks});
    context_.watch = watch_.get();
  }
  if (launch.check.shared_races && program.reads_shared_by_async_proxy) {
    proxy_ = std::make_unique<proxy_watch>(warps_.size(), shared_.size());
    context_.proxy = proxy_.get();
  }
  if (launch.check.shared_races && program.copies_in_bulk) {
    flights_ = std::make_unique<copy_flights>(warps_.size());
    context_.flights = flights_.get();
  }
  if (launch.check.shared_races && program.copies_elements) {
    elements_ = std::make_unique<element_flights>(warps_.size(), shared_.size());
    context_.elements = elements_.get();
  }
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    std::byte* mine = registers_.data() + w * program.register_bytes;
    write_constants(program.constants, mine);
    write_specials(program, position(launch, 0, w), mine);
  }
}

void block::start(std::uint64_t linear_index, block_cluster& cluster, std::uint32_t rank) {
  const kernel_program& program = *launch_.program;
  const std::uint64_t threads = launch_.shape.block.count();
  std::fill(shared_.begin(), shared_.end(), std::byte{0});
  std::fill(local_.begin(), local_.end(), std::byte{0});
  std::fill(done_.begin(), done_.end(), 0);
  std::fill(issued_.begin(), issued_.end(), 0);
  traces_.clear();
  context_.block = linear_index;
  context_.cluster = &cluster;
  context_.cluster_rank = rank;
  context_.steps = context_.retries = context_.slept = last_change_ = metered_ = 0;
  if (partial_stores_) partial_stores_->start(linear_index, warps_.size());
  if (watch_) watch_->start(linear_index);
  dependency_.start(launch_.dependency, warps_.size());
  context_.dependency = launch_.dependency ? &dependency_ : nullptr;
  if (proxy_) proxy_->start();
  if (flights_) flights_->start();
  if (elements_) elements_->start();
  context_.timeline = nullptr;
  for (const timed_block& timed : launch_.timed)
    if (timed.timeline && timed.block == linear_index) context_.timeline = timed.timeline;
  if (context_.timeline) context_.timeline->start(warps_.size(), context_.cluster_rank);
  choose_counters();
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    const std::uint64_t lanes = std::min<std::uint64_t>(32, threads - 32 * w);
    warps_[w].start(static_cast<std::uint32_t>((std::uint64_t{1} << lanes) - 1));
    write_constants(program.start_values, registers_.data() + w * program.register_bytes);
  }
  write_block_specials(program, position(launch_, linear_index, 0), registers_.data(),
                       warps_.size());
  cluster.add(
      {shared_.data(), shared_.size(), &warps_, watch_.get(), flights_.get(), elements_.get()});
  barriers_.start(warps_, registers_.data(), program.register_bytes);
  if (program.has_warp_groups) groups_.start(warps_.size(), program.group_registers);
  ++(*context_.launch_counters)[counter::blocks];
  (*context_.launch_counters)[counter::warps] += warps_.size();
}

// A block whose phases are recorded has counters of its own, separate from those of its host
// thread.
void block::choose_counters() {
  context_.phases = context_.block == 0 ? launch_.phases : nullptr;
  context_.all_counters = context_.phases ? &context_.phases->counters() : &worker_.counters;
}

// Returns true if the warp did more than poll.
bool block::run_warp(std::uint32_t index) {
  const kernel_program& program = *launch_.program;
  context_.warp = index;
  context_.registers = registers_.data() + index * program.register_bytes;
  context_.local = local_.data() + std::size_t{index} * 32 * context_.local_bytes;
  const std::uint64_t changes = context_.changes, reads = context_.clock_reads;
  const std::uint64_t steps_before = context_.steps, retries_before = context_.retries;
  context_.earlier_steps = issued_[index] - steps_before;
  context_.branches = traces_.empty() ? nullptr : &traces_[index];
  const std::uint64_t quantum =
      worker_.takes_short_turns ? 1 + worker_.random() % max_short_quantum : warp_quantum;
  const turn_end end = warps_[index].run(program, context_, barriers_, quantum);
  const std::uint64_t steps = context_.steps - steps_before;
  issued_[index] += steps - (context_.retries - retries_before);
  require_within_limits(index);
  progress_.tick(steps);
  if (end == turn_end::finished) {
    done_[index] = 1;
    worker_.longest_warp = std::max(worker_.longest_warp, issued_[index]);
    if (launch_.communication) launch_.communication->end(context_.block, index, issued_[index]);
  }
  if (context_.changes != changes) last_change_ = context_.clock();
  // A warp that reads the clock may be waiting for a time.
  const bool timed =
      context_.clock_reads != reads && context_.clock() - last_change_ < longest_timed_wait;
  return end != turn_end::spinning || context_.changes != changes || timed;
}

// The meter is shared by all host threads, so it is updated once per many steps.
void block::require_within_limits(std::uint32_t index) {
  constexpr std::uint64_t steps_at_a_time = 1 << 12;
  std::string excess;
  if (context_.steps > launch_.step_limit) {
    excess = fmt::format("issued more than {} warp instructions in block {}", launch_.step_limit,
                         context_.block);
  } else if (const std::uint64_t steps = context_.steps - metered_;
             steps >= steps_at_a_time || warps_[index].live() == 0) {
    metered_ = context_.steps;
    if (!launch_.meter->add(steps)) excess = launch_.meter->excess();
  }
  if (excess.empty()) {
    if (traces_.empty() &&
        (context_.steps > launch_.step_limit / 2 || launch_.meter->is_half_spent()))
      trace_branches(true);
    return;
  }
  const auto place = progress_.place_of(*this, index);
  throw step_limit_error(
      fmt::format("simt: kernel {} was stopped: it {}; it was {}, block {}, warp {}{}{}",
                  demangled(launch_.program->name), excess, place.text, context_.block, index,
                  launch_.progress.advice.empty() ? "" : "; ", launch_.progress.advice),
      place.where);
}

void block::trace_branches(bool on) {
  traces_.clear();
  if (on) traces_.resize(warps_.size());
}

const branch_trace& block::trace_of(std::uint32_t warp) const {
  static const branch_trace none;
  return traces_.empty() ? none : traces_[warp];
}

void block::for_each_ready(const std::function<void(const ready_split&)>& visit) const {
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (done_[w]) continue;
    for (const warp_split& split : warps_[w].splits())
      if (split.now == warp_split::state::ready)
        visit({w, split.pc, split.mask, registers_.data() + w * launch_.program->register_bytes,
               &trace_of(w), issued_[w]});
  }
}

std::size_t block::unfinished_warps() const {
  return static_cast<std::size_t>(std::count(done_.begin(), done_.end(), 0));
}

block_end block::run() {
  progressed_ = false;
  for (;;) {
    bool any_ready = false, any_left = false, progress = false;
    const shuffled_range order = launch_.order.is_random()
                                     ? shuffled_range(warps_.size(), worker_.random)
                                     : shuffled_range();
    for (std::uint32_t i = 0; i < warps_.size(); ++i) {
      const auto w = static_cast<std::uint32_t>(order(i));
      if (done_[w]) continue;
      any_left = true;
      const auto& splits = warps_[w].splits();
      const bool ready = std::any_of(splits.begin(), splits.end(), [](const warp_split& f) {
        return f.now == warp_split::state::ready;
      });
      if (!ready) continue;
      any_ready = true;
      progress = run_warp(w) || progress;
    }
    if (!any_left) {
      if (partial_stores_) partial_stores_->finish(worker_.partial_stores);
      return progressed_ = true, block_end::finished;
    }
    progressed_ = progressed_ || progress;
    // A barrier in divergent code may wait for lanes that wait at a join.
    if (!any_ready && break_joins()) continue;
    if (!any_ready)
      throw deadlock_error(fmt::format("simt: deadlock in kernel {}, block {}: {}",
                                       launch_.program->name, context_.block, waiting_warps()),
                           waiting_places());
    if (!progress) return block_end::spinning;
    if (worker_.takes_short_turns) return block_end::interrupted;
  }
}

bool block::break_joins() {
  bool any = false;
  for (warp& warp : warps_) any = warp.break_joins() || any;
  return any;
}

std::vector<conflicting_access> block::waiting_places(std::uint32_t first_warp) const {
  std::vector<conflicting_access> places;
  for (std::uint32_t w = first_warp; w < warps_.size(); ++w)
    for (const warp_split& split : warps_[w].splits())
      if (split.now != warp_split::state::free && places.size() < 2)
        places.push_back({split.pc, context_.block, w, split.mask});
  return places;
}

std::string block::waiting_warps() const {
  static constexpr const char* states[] = {"", "polls", "waits at a barrier",
                                           "waits for lanes of a collective",
                                           "waits at a warp barrier"};
  std::string result;
  for (std::size_t w = 0; w < warps_.size(); ++w)
    for (const warp_split& split : warps_[w].splits()) {
      if (split.now == warp_split::state::free || result.size() > 600) continue;
      const bool waits = split.now == warp_split::state::ready &&
                         launch_.program->code[split.pc].control == flow::wait;
      result += fmt::format("{}warp {} lanes {:#010x} {} at {}", result.empty() ? "" : "; ", w,
                            split.mask,
                            waits ? "waits for other warps" : states[static_cast<int>(split.now)],
                            place_text(*launch_.program, split.pc));
      if (result.size() > 600) result += "; …";
    }
  return result;
}

}  // namespace warpmark::simt
