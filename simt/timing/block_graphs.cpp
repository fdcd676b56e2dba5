#include "simt/timing/block_graphs.hpp"

#include <algorithm>
#include <cmath>

#include "simt/timing/mixed_bits.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using event_kind = communication_log::event_kind;

// Places between which time passes: instructions, barriers, and these.
constexpr u32 start_place = 0, end_place = 1;
u32 place_of(const communication_log::event& at) {
  return (at.site + 1) * 2 + (at.kind == event_kind::join ? 1 : 0);
}

std::uint64_t key(u32 a, u32 b) { return std::uint64_t{a} << 32 | b; }

}  // namespace

block_graphs::block_graphs(const communication_log& log, const followed_graphs& followed,
                           std::uint64_t blocks, const model::card_constants& card)
    : log_(log), followed_(followed), card_(card), events_(blocks), own_(blocks, none) {
  const auto& events = log.events();
  for (u32 e = 0; e < events.size(); ++e)
    if (events[e].block < blocks) events_[events[e].block].push_back(e);
  nodes_.assign(events.size(), 0);
  for (std::size_t role = 0; role < joins_.size(); ++role) {
    const auto& nodes = followed.graphs[role]->nodes();
    for (u32 n = 0; n < nodes.size(); ++n)
      if (nodes[n].kind == node_kind::join && nodes[n].site != 0)
        joins_[role][nodes[n].site].push_back(n);
  }
  std::array<std::uint64_t, 3> signatures{};
  for (std::size_t role = 0; role < signatures.size(); ++role)
    signatures[role] = signature_of(followed.blocks[role]);
  bool sampled = false;
  for (std::uint64_t block = 0; block < blocks && node_count_ <= max_nodes; ++block) {
    const std::size_t role = role_of(block);
    if (signature_of(block) == signatures[role]) {
      share_graph(block);
    } else {
      if (!sampled) {
        for (std::size_t i = 0; i < joins_.size(); ++i) sample_times(i);
        settle_samples();
        sampled = true;
      }
      make_graph(block);
    }
    node_count_ += of(block).nodes().size();
  }
}

// The instructions by which each warp tells something, in its order.
std::uint64_t block_graphs::signature_of(std::uint64_t block) const {
  std::vector<std::uint64_t> of_warp;
  for (const u32 e : events_[block]) {
    const event& at = log_.events()[e];
    if (at.kind == event_kind::join) continue;
    if (of_warp.size() <= at.warp) of_warp.resize(at.warp + 1);
    of_warp[at.warp] = mixed_bits(of_warp[at.warp] + at.site + 1);
  }
  std::uint64_t sum = 0;
  for (std::size_t warp = 0; warp < of_warp.size(); ++warp) sum += mixed_bits(of_warp[warp] + warp);
  return sum;
}

// Each event is the one of the followed block that its warp did as many others before.
void block_graphs::share_graph(std::uint64_t block) {
  const std::uint64_t followed = followed_.blocks[role_of(block)];
  std::vector<std::vector<u32>> of_warp;
  for (const u32 e : events_[followed]) {
    const event& at = log_.events()[e];
    if (at.kind == event_kind::join) continue;
    if (of_warp.size() <= at.warp) of_warp.resize(at.warp + 1);
    of_warp[at.warp].push_back(at.node);
  }
  std::vector<std::size_t> count(of_warp.size());
  for (const u32 e : events_[block]) {
    const event& at = log_.events()[e];
    if (at.kind != event_kind::join) nodes_[e] = of_warp[at.warp][count[at.warp]++];
  }
}

// Visits the block's events in their order, and at last its end, with the events that the warps
// come from and how far these warps are then: `visit` returns the node.
template <class Visit>
void block_graphs::walk(std::uint64_t block, Visit&& visit) const {
  std::vector<last_event> last;
  struct incoming {
    last_event from;
    std::uint64_t progress = 0;
  };
  const auto of_warp = [&](std::size_t warp) -> last_event& {
    if (last.size() <= warp) last.resize(warp + 1, {0, start_place, 0});
    return last[warp];
  };
  std::vector<incoming> from;
  for (const u32 e : events_[block]) {
    const event& at = log_.events()[e];
    from.clear();
    if (at.kind != event_kind::join) {
      from.push_back({of_warp(at.warp), at.progress});
      of_warp(at.warp) = {visit(e, place_of(at), from), place_of(at), at.progress};
      continue;
    }
    for (std::size_t i = 0; i < at.words; ++i) {
      const auto& arrival = log_.arrivals_of(at)[i];
      from.push_back({of_warp(arrival.warp), arrival.progress});
    }
    const last_event opened{visit(e, place_of(at), from), place_of(at), at.progress};
    for (std::size_t i = 0; i < at.words; ++i) {
      const auto& arrival = log_.arrivals_of(at)[i];
      if (arrival.waits) of_warp(arrival.warp) = opened;
    }
  }
  from.clear();
  if (const auto* ends = log_.ends_of(block))
    for (std::size_t warp = 0; warp < ends->size(); ++warp)
      from.push_back({of_warp(warp), (*ends)[warp]});
  if (from.empty())
    for (const last_event& at : last) from.push_back({at, at.progress});
  if (from.empty()) from.push_back({});
  visit(none, end_place, from);
}

void block_graphs::sample_times(std::size_t role) {
  const auto& nodes = followed_.graphs[role]->nodes();
  const std::uint64_t block = followed_.blocks[role];
  walk(block, [&](u32 e, u32 place, const auto& from) {
    u32 node = none;
    if (e == none) {
      node = static_cast<u32>(nodes.size() - 1);
    } else if (const event& at = log_.events()[e]; at.kind != event_kind::join) {
      node = at.node;
    } else if (const auto found = joins_[role].find(at.site + 1);
               found != joins_[role].end() && at.versions < found->second.size()) {
      node = found->second[at.versions];
    }
    if (node == none) return none;
    // The others wait there for the warp that is ahead.
    std::uint64_t farthest = 0;
    for (const auto& way : from) farthest = std::max(farthest, way.progress);
    for (const auto& way : from) {
      if (way.progress != farthest || way.from.node == none) continue;
      const std::uint64_t before = nodes[way.from.node].at, now = nodes[node].at;
      const std::uint64_t done = std::min(way.from.progress, way.progress);
      add_sample(way.from.site, place, way.progress - done, now > before ? now - before : 0);
    }
    return node;
  });
}

void block_graphs::add_sample(u32 from, u32 to, std::uint64_t progress, std::uint64_t cycles) {
  samples_[key(from, to)].push_back({static_cast<double>(progress), static_cast<double>(cycles)});
}

// In the order of their progress, one each.
void block_graphs::settle_samples() {
  double progress = 0, cycles = 0;
  for (auto& [where, all] : samples_) {
    std::sort(all.begin(), all.end(),
              [](const sample& a, const sample& b) { return a.progress < b.progress; });
    std::vector<sample> merged;
    for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
      sample sum{all[i].progress, 0};
      for (end = i; end < all.size() && all[end].progress == all[i].progress; ++end)
        sum.cycles += all[end].cycles;
      sum.cycles /= static_cast<double>(end - i);
      merged.push_back(sum);
      progress += sum.progress;
      cycles += sum.cycles;
    }
    all = std::move(merged);
  }
  if (progress > 0) cycles_per_instruction_ = cycles / progress;
}

std::uint64_t block_graphs::time_between(u32 from, u32 to, std::uint64_t progress,
                                         event_kind kind) const {
  const auto amount = static_cast<double>(progress);
  const auto found = samples_.find(key(from, to));
  if (found == samples_.end()) {
    const double latency = kind == event_kind::read     ? card_.l2_latency_cycles
                           : kind == event_kind::update ? card_.global_atomic_latency_cycles
                                                        : 0;
    return static_cast<std::uint64_t>(std::llround(latency + amount * cycles_per_instruction_));
  }
  const std::vector<sample>& known = found->second;
  const auto after =
      std::lower_bound(known.begin(), known.end(), amount,
                       [](const sample& at, double value) { return at.progress < value; });
  double cycles = 0;
  if (after == known.end()) {
    cycles = known.back().cycles + (amount - known.back().progress) * cycles_per_instruction_;
  } else if (after == known.begin()) {
    cycles = std::max(after->cycles - (after->progress - amount) * cycles_per_instruction_,
                      after->progress > 0 ? after->cycles * amount / after->progress : 0);
  } else {
    const sample& before = *(after - 1);
    const double part = (amount - before.progress) / (after->progress - before.progress);
    cycles = before.cycles + part * (after->cycles - before.cycles);
  }
  return static_cast<std::uint64_t>(std::llround(cycles));
}

void block_graphs::make_graph(std::uint64_t block) {
  own_[block] = static_cast<u32>(graphs_.size());
  event_graph& graph = graphs_.emplace_back();
  std::vector<event_graph::edge> edges;
  walk(block, [&](u32 e, u32 place, const auto& from) {
    const event* const at = e == none ? nullptr : &log_.events()[e];
    const event_kind kind = at ? at->kind : event_kind::join;
    edges.clear();
    for (const auto& way : from) {
      const std::uint64_t done = std::min(way.from.progress, way.progress);
      edges.push_back(
          {way.from.node, time_between(way.from.site, place, way.progress - done, kind)});
    }
    const node_kind as = kind == event_kind::read     ? node_kind::read
                         : kind == event_kind::write  ? node_kind::write
                         : kind == event_kind::update ? node_kind::update
                                                      : node_kind::join;
    const u32 node = graph.add(as, at ? at->warp : 0, at ? at->site : 0, edges);
    if (e != none) nodes_[e] = node;
    return node;
  });
  graph.spread_traffic(followed_.graphs[role_of(block)]->traffic());
}

}  // namespace warpmark::simt
