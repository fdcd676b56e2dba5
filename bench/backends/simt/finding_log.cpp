#include "bench/backends/simt/finding_log.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "bench/backends/simt/execution/kernel_program.hpp"

namespace warpmark::simt {
namespace {

constexpr std::array<const char*, 5> kind_names = {
    "out_of_bounds", "misaligned", "divergent_barrier", "missing_lanes", "deadlock"};

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

void finding_log::add(finding_kind kind, std::uint32_t site, const lane_context& where,
                      std::uint32_t lanes, const std::string& message) {
  const code_place& place = program_.places[site];
  entry added{.block = where.block, .order = entries_.size(), .ptx_line = place.ptx_line};
  added.what.kind = kind_names[static_cast<std::size_t>(kind)];
  added.what.message = message;
  added.what.kernel = program_.name;
  added.what.line = place.source.line;
  if (const auto file = program_.files.find(place.source.file); file != program_.files.end())
    added.what.file = file->second;
  added.what.warp = where.warp;
  added.what.lanes = lanes;
  entries_.push_back(std::move(added));
}

std::vector<finding> merge_findings(const std::vector<const finding_log*>& logs,
                                    const extent3& grid) {
  std::vector<const finding_log::entry*> all;
  for (const finding_log* log : logs)
    for (const auto& each : log->entries()) all.push_back(&each);
  // A block runs on one thread, so (block, order) is the same however blocks were shared out.
  std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) {
    return std::tie(a->block, a->order) < std::tie(b->block, b->order);
  });
  std::set<std::tuple<std::string, std::string, int, int>> seen;
  std::vector<finding> result;
  for (const auto* each : all) {
    const int ptx_line = each->what.line == 0 ? each->ptx_line : 0;
    if (!seen.insert({each->what.kind, each->what.file, each->what.line, ptx_line}).second)
      continue;
    result.push_back(each->what);
    const std::uint64_t row = each->block / grid.x;
    result.back().block = {static_cast<std::uint32_t>(each->block % grid.x),
                           static_cast<std::uint32_t>(row % grid.y),
                           static_cast<std::uint32_t>(row / grid.y)};
  }
  return result;
}

}  // namespace warpmark::simt
