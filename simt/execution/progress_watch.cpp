#include "simt/execution/progress_watch.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <ctime>
#include <utility>

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "simt/errors.hpp"
#include "simt/execution/block.hpp"
#include "simt/execution/worker_state.hpp"

namespace warpmark::simt {
namespace {

// Splits that are examined at a time. Others of as many warps do the same.
constexpr std::size_t max_measured = 1024;

double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Numbers that do not approach each other steadily, such as those of a random generator, give a
// forecast that the next one contradicts.
bool is_confirmed(double forecast, double outcome) {
  return std::isfinite(forecast) && std::isfinite(outcome) &&
         std::fabs(forecast - outcome) <= 0.25 * std::max(forecast, outcome);
}

}  // namespace

progress_watch::progress_watch(const launch_state& launch, const worker_state& worker)
    : launch_(launch),
      worker_(worker),
      limits_(launch.progress),
      is_limited_(std::isfinite(limits_.seconds)) {}

progress_watch::~progress_watch() = default;

double progress_watch::now() const { return limits_.now ? limits_.now() : thread_seconds(); }

void progress_watch::add(block& started) {
  active_.push_back(&started);
  if (stage_ == stage::traced) started.trace_branches(true);
}

void progress_watch::remove(const block& ended) {
  std::erase(active_, &ended);
  if (stage_ == stage::fresh) return;
  for (block* running : active_) running->trace_branches(false);
  measured_.clear();
  suspect_.reset();
  stage_ = stage::fresh;
}

const kernel_loops& progress_watch::loops() {
  if (!loops_) loops_ = std::make_unique<kernel_loops>(*launch_.program);
  return *loops_;
}

const progress_watch::loop_facts& progress_watch::facts_of(std::int32_t loop) {
  const auto [found, added] = facts_.try_emplace(loop);
  if (added) found->second = {loops().has_exit(loop), loops().exit_comparisons(loop)};
  return found->second;
}

// Most blocks end soon, and cost one look. The branches of the others are noted. A loop is judged
// by what its exits compare at two looks.
void progress_watch::look() {
  unseen_ = 0;
  const double at = now();
  if (stage_ == stage::fresh) {
    begin_s_ = at;
    next_s_ = at + 0.1 * limits_.seconds;
    stage_ = stage::waiting;
  }
  if (at < next_s_) return;
  next_s_ = std::max(at + 0.15 * limits_.seconds,
                     std::min(at + 0.3 * limits_.seconds, begin_s_ + limits_.seconds));
  if (stage_ == stage::waiting) {
    for (block* running : active_) running->trace_branches(true);
    touched_more();
    stage_ = stage::traced;
    return;
  }
  if (progressed()) {
    begin_s_ = std::max(begin_s_, at - 0.4 * limits_.seconds);
  } else if (at - begin_s_ >= limits_.seconds && suspect_) {
    stop(*suspect_);
  }
}

bool progress_watch::touched_more() {
  const std::uint64_t touched = worker_.counters.launch()[counter::global_unique_bytes];
  return std::exchange(touched_, touched) != touched;
}

bool progress_watch::progressed() {
  bool progress = touched_more();
  std::vector<suspect> suspects;
  measured_splits_ = 0;
  for (block* running : active_) progress = judge(*running, suspects) || progress;
  suspect_.reset();
  if (!suspects.empty()) suspect_ = suspects.front();
  return progress;
}

// Whether any warp of the block progressed. Starts the next interval of its warps.
bool progress_watch::judge(block& running, std::vector<suspect>& suspects) {
  bool progress = false;
  running.for_each_ready([&](const block::ready_split& split) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(split.lanes));
    measurement& before = measured_[{&running, split.warp, lane}];
    if (split.issued == before.issued) return;  // It had no turn.
    const std::int32_t loop = loops().repeated(split.pc, *split.trace);
    if (loop == no_loop) progress = true;
    if (loop == no_loop || ++measured_splits_ > max_measured) {
      before = {};
      before.issued = split.issued;
      return;
    }
    suspect found{&running, split.warp, split.pc, split.lanes, loop};
    const loop_facts& facts = facts_of(loop);
    if (!facts.has_exit) stop(found);
    measurement after;
    after.loop = loop;
    after.distances = measure_distances(*launch_.program, facts.comparisons, split.registers);
    after.issued = split.issued;
    const std::uint64_t took = after.issued - before.issued;
    if (before.loop == loop)
      after.left = instructions_left(*launch_.program, facts.comparisons, before.distances,
                                     after.distances, split.lanes, took);
    if (is_confirmed(before.left, after.left + static_cast<double>(took)))
      found.block_total = static_cast<double>(running.steps()) +
                          after.left * static_cast<double>(running.unfinished_warps());
    if (found.block_total <= static_cast<double>(limits_.block_instructions))
      progress = true;
    else
      suspects.push_back(found);
    before = std::move(after);
  });
  running.trace_branches(true);
  return progress;
}

void progress_watch::stop(const suspect& found) const {
  const loop_facts& facts = facts_.at(found.loop);
  const std::string loop = loops_->text(found.loop);
  std::string why;
  if (!facts.has_exit)
    why = fmt::format("{} has no exit", loop);
  else if (std::isfinite(found.block_total))
    why = fmt::format("{} will take its block about {:.1e} warp instructions, more than {:.1e}",
                      loop, found.block_total, static_cast<double>(limits_.block_instructions));
  else
    why = fmt::format("no end of {} is in sight", loop);
  throw step_limit_error(
      fmt::format("simt: kernel {} was stopped: {}; block {} has issued {} warp instructions, and "
                  "warp {} repeats that loop{}{}",
                  demangled(launch_.program->name), why, found.running->index(),
                  found.running->steps(), found.warp, limits_.advice.empty() ? "" : "; ",
                  limits_.advice),
      {loops_->lines_of(found.loop).site, found.running->index(), found.warp, found.lanes});
}

progress_watch::place progress_watch::place_of(const block& running, std::uint32_t warp) {
  const auto places = running.waiting_places(warp);
  place result{.where = {.block = running.index(), .warp = warp}};
  if (!places.empty()) result.where = places.front();
  std::uint32_t& site = result.where.site;
  std::int32_t loop = loops().repeated(site, running.trace_of(warp));
  if (loop == no_loop) loop = loops().nest().innermost(site);
  if (loop == no_loop) {
    result.text = "at " + place_text(*launch_.program, site);
  } else {
    result.text = "in " + loops().text(loop);
    site = loops().lines_of(loop).site;
  }
  return result;
}

}  // namespace warpmark::simt
