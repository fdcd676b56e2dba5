#include "simt/finding_log.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "simt/execution/kernel_program.hpp"

namespace warpmark::simt {
namespace {

constexpr std::array<const char*, static_cast<std::size_t>(finding_kind::count)> finding_names = {
    "out_of_bounds",
    "misaligned",
    "divergent_barrier",
    "missing_lanes",
    "deadlock",
    "uninitialised_read",
    "shared_race",
    "global_race",
    "missing_syncwarp",
    "write_conflict",
    "barrier_mismatch",
    "execution_limit",
    "griddepcontrol_order",
    "unfinished_copy",
    "unfinished_wgmma",
    "missing_wgmma_fence",
    "missing_proxy_fence",
    "mbarrier_not_initialised",
    "mbarrier_phase_reuse",
    "mbarrier_overflow",
    "exited_block"};

extent3 position(std::uint64_t block, const extent3& grid) {
  const std::uint64_t row = block / grid.x;
  return {static_cast<std::uint32_t>(block % grid.x), static_cast<std::uint32_t>(row % grid.y),
          static_cast<std::uint32_t>(row / grid.y)};
}

// The key by which findings are deduplicated. Two conflicting lines are an unordered pair.
auto key(const finding& finding) {
  using place = std::pair<std::string, int>;
  const place here{finding.file, finding.line};
  const place there = finding.other ? place{finding.other->file, finding.other->line} : here;
  return std::tuple(finding.kind, finding.kernel, std::min(here, there), std::max(here, there));
}

}  // namespace

finding_log::finding_log(const kernel_program& program)
    : program_(program),
      reported_(program.code.size() * static_cast<std::size_t>(finding_kind::count)) {}

bool finding_log::first_time(finding_kind kind, std::uint32_t site) {
  const std::size_t at =
      site * static_cast<std::size_t>(finding_kind::count) + static_cast<std::size_t>(kind);
  if (reported_[at]) return false;
  reported_[at] = true;
  return true;
}

bool finding_log::first_time(finding_kind kind, std::uint32_t site, std::uint32_t other) {
  return reported_pairs_.emplace(kind, std::min(site, other), std::max(site, other)).second;
}

void finding_log::add(finding_kind kind, std::uint32_t site, const lane_context& where,
                      std::uint32_t lanes, const std::string& message,
                      const std::optional<conflicting_access>& other) {
  const source_table& sources = program_.sources;
  const source_place& exact = program_.places[site].source;
  const source_place place = sources.users(exact);
  entry added{
      .block = where.block, .order = entries_.size(), .ptx_line = program_.places[site].ptx_line};
  added.finding.kind = finding_names[static_cast<std::size_t>(kind)];
  added.finding.message = message;
  if (exact.file != place.file || exact.line != place.line)
    added.finding.message += fmt::format("; in {}, called from here", sources.text(exact));
  added.finding.kernel = program_.name;
  added.finding.file = sources.file(place);
  added.finding.line = place.line;
  added.finding.warp = where.warp;
  added.finding.lanes = lanes;
  if (other) {
    const source_place there = sources.users(program_.places[other->site].source);
    added.other_block = other->block;
    added.finding.other = finding_side{.file = sources.file(there),
                                       .line = there.line,
                                       .warp = other->warp,
                                       .lanes = other->lanes};
  }
  entries_.push_back(std::move(added));
}

bool same_rule_broken(const finding& a, const finding& b) {
  return a.line != 0 && key(a) == key(b);
}

std::vector<finding> merge_findings(const std::vector<const finding_log*>& logs,
                                    const extent3& grid) {
  std::vector<const finding_log::entry*> all;
  for (const finding_log* log : logs)
    for (const auto& entry : log->entries()) all.push_back(&entry);
  // A block runs on one thread, so (block, order) does not depend on the distribution of blocks
  // over threads.
  std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) {
    return std::tie(a->block, a->order) < std::tie(b->block, b->order);
  });
  std::set<std::pair<decltype(key(finding{})), int>> seen;
  std::vector<finding> result;
  for (const auto* item : all) {
    const int ptx_line = item->finding.line == 0 ? item->ptx_line : 0;
    if (!seen.insert({key(item->finding), ptx_line}).second) continue;
    result.push_back(item->finding);
    result.back().block = position(item->block, grid);
    if (result.back().other) result.back().other->block = position(item->other_block, grid);
  }
  return result;
}

}  // namespace warpmark::simt
