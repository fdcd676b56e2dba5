#include "simt/timing/stage_log.hpp"

#include <algorithm>
#include <utility>

namespace warpmark::simt {
namespace {

// Stages that wait for no memory are joined up to this length: dividing them further would not
// change how warps take turns.
constexpr double max_joined_cycles = 1000;

bool may_grow(const model::warp_stage& last, const model::warp_stage& next) {
  return last.arrives == model::warp_stage::none && last.waits == model::warp_stage::none &&
         last.missed_sectors == 0 && next.missed_sectors == 0 &&
         last.cycles + next.cycles <= max_joined_cycles;
}

}  // namespace

void stage_log::start(std::size_t warps) {
  stages_ = {};
  stages_.warps.resize(warps);
  warps_.assign(warps, {});
  for (warp_log& warp : warps_) warp.open.resize(1);
  closed_ = 0;
}

stage_log::open_stage& stage_log::find(std::uint32_t warp, cycles time) {
  auto& open = warps_[warp].open;
  if (time >= open.back().arrival) {
    const cycles begin = open.back().arrival;
    open.emplace_back().begin = begin;
  }
  std::size_t i = open.size() - 1;
  while (i > 0 && open[i].begin > time) --i;
  return open[i];
}

model::warp_stage& stage_log::at(std::uint32_t warp, cycles time) {
  return stages_.complete ? find(warp, time).work : dropped_;
}

void stage_log::note_arrival(std::uint32_t warp, cycles time, cycles arrival) {
  if (!stages_.complete || arrival <= time) return;
  open_stage& stage = find(warp, time);
  if (&stage == &warps_[warp].open.back()) stage.arrival = std::min(stage.arrival, arrival);
}

void stage_log::end_stretch(std::uint32_t warp, cycles time) {
  if (!stages_.complete) return;
  auto& open = warps_[warp].open;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const cycles end = i + 1 < open.size() ? open[i + 1].begin : time;
    open[i].work.cycles = end > open[i].begin ? static_cast<double>(end - open[i].begin) : 0;
    close(warp, open[i].work);
    if (!stages_.complete) return;
  }
  const cycles begin = std::max(time, open.back().begin);
  open.assign(1, {});
  open.back().begin = begin;
}

std::size_t stage_log::mark(std::uint32_t warp, cycles time) {
  end_stretch(warp, time);
  if (!stages_.complete) return 0;
  return warps_[warp].fixed = stages_.warps[warp].size();
}

void stage_log::close(std::uint32_t warp, const model::warp_stage& stage) {
  auto& closed = stages_.warps[warp];
  if (closed.size() > warps_[warp].fixed && may_grow(closed.back(), stage)) {
    closed.back().add_work_of(stage);
    closed.back().cycles += stage.cycles;
    return;
  }
  closed.push_back(stage);
  if (++closed_ <= max_stages) return;
  stages_ = {};
  stages_.complete = false;
}

void stage_log::drop(std::uint32_t warp, std::size_t stages, cycles time) {
  if (!stages_.complete) return;
  auto& closed = stages_.warps[warp];
  closed_ -= closed.size() - std::min(closed.size(), stages);
  closed.resize(std::min(closed.size(), stages));
  warps_[warp].fixed = closed.size();
  warps_[warp].open.assign(1, {});
  warps_[warp].open.back().begin = time;
}

void stage_log::resume(std::uint32_t warp, cycles time) {
  if (stages_.complete) warps_[warp].open.back().begin = time;
}

std::uint32_t stage_log::add_join(std::size_t arrivals, double latency_cycles) {
  if (!stages_.complete) return model::warp_stage::none;
  stages_.joins.push_back({static_cast<std::uint32_t>(arrivals), latency_cycles});
  return static_cast<std::uint32_t>(stages_.joins.size() - 1);
}

std::size_t stage_log::fix_last_stage(std::uint32_t warp) {
  if (!stages_.complete) return 0;
  auto& closed = stages_.warps[warp];
  if (closed.empty() || closed.back().arrives != model::warp_stage::none ||
      closed.back().waits != model::warp_stage::none) {
    closed.emplace_back();
    ++closed_;
  }
  warps_[warp].fixed = closed.size();
  return closed.size() - 1;
}

model::warp_stage& stage_log::last_stage(std::uint32_t warp) {
  return stage(warp, fix_last_stage(warp));
}

model::warp_stage& stage_log::stage(std::uint32_t warp, std::size_t index) {
  return stages_.complete && index < stages_.warps[warp].size() ? stages_.warps[warp][index]
                                                                : dropped_;
}

model::block_stages stage_log::take(const std::vector<cycles>& ends) {
  for (std::uint32_t warp = 0; warp < ends.size(); ++warp) end_stretch(warp, ends[warp]);
  return std::move(stages_);
}

}  // namespace warpmark::simt
