#include "simt/timing/last_tickets.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using event_kind = communication_log::event_kind;

// The next two events of a warp, and how many instructions it issues until the second one.
struct way {
  u32 first = 0, second = 0;  // Places; 0: the warp's end.
  std::uint64_t instructions = 0;
};

// Finds the ways of a launch's warps, from its last event to its first one.
class ways_ahead {
 public:
  ways_ahead(const communication_log& log, std::uint64_t blocks) : log_(log), of_block_(blocks) {}

  // The way after an update, which becomes the first event of its warp's next way; any other event
  // only becomes that.
  way pass(const communication_log::event& at) {
    if (at.block >= of_block_.size()) return {};
    if (at.kind == event_kind::join) {
      for (std::size_t i = 0; i < at.words; ++i)
        ahead_of(at.block, log_.arrivals_of(at)[i].warp).add(2 * at.site + 1, at.progress);
      return {};
    }
    ahead& next = ahead_of(at.block, at.warp);
    const way found{next.first, next.second,
                    next.second_progress - std::min(next.second_progress, at.progress)};
    next.add(2 * at.site + 2, at.progress);
    return found;
  }

 private:
  struct ahead {
    u32 first = 0, second = 0;
    std::uint64_t first_progress = 0, second_progress = 0;
    bool has_end = false;

    void add(u32 place, std::uint64_t progress) {
      second = std::exchange(first, place);
      second_progress = std::exchange(first_progress, progress);
    }
  };

  ahead& ahead_of(std::uint64_t block, u32 warp) {
    std::vector<ahead>& warps = of_block_[block];
    if (warps.size() <= warp) warps.resize(warp + 1);
    ahead& found = warps[warp];
    if (std::exchange(found.has_end, true)) return found;
    if (const auto* ends = log_.ends_of(block); ends != nullptr && warp < ends->size())
      found.first_progress = found.second_progress = (*ends)[warp];
    return found;
  }

  const communication_log& log_;
  std::vector<std::vector<ahead>> of_block_;  // By warp.
};

}  // namespace

std::vector<char> find_last_tickets(const communication_log& log, std::uint64_t blocks,
                                    const std::vector<char>& last, const std::vector<char>& alone) {
  const auto& versions = log.versions();
  const auto& events = log.events();
  std::vector<char> tickets(versions.size(), 0);
  const auto is_candidate = [&](u32 v) { return versions[v].is_update && last[v] && !alone[v]; };
  u32 v = 1;
  while (v < versions.size() && !is_candidate(v)) ++v;
  if (v >= versions.size()) return tickets;

  std::vector<way> ways(events.size());
  ways_ahead ahead(log, blocks);
  for (std::size_t e = events.size(); e-- > 0;) ways[e] = ahead.pass(events[e]);
  const auto key = [&](u32 e) { return std::tuple(events[e].site, ways[e].first, ways[e].second); };
  std::map<std::tuple<u32, u32, u32>, std::uint64_t> longest;  // Instructions of others' ways.
  for (v = 1; v < versions.size(); ++v) {
    if (!versions[v].is_update || last[v]) continue;
    const u32 e = versions[v].event;
    std::uint64_t& known = longest.try_emplace(key(e), 0).first->second;
    known = std::max(known, ways[e].instructions);
  }
  for (v = 1; v < versions.size(); ++v) {
    if (!is_candidate(v)) continue;
    const u32 e = versions[v].event;
    // All who draw tickets do so by one instruction.
    const auto any = longest.lower_bound({events[e].site, 0, 0});
    if (any == longest.end() || std::get<0>(any->first) != events[e].site) continue;
    const auto others = longest.find(key(e));
    tickets[v] = others == longest.end() || ways[e].instructions > others->second;
  }
  return tickets;
}

}  // namespace warpmark::simt
