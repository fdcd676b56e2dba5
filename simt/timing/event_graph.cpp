#include "simt/timing/event_graph.hpp"

#include <algorithm>

namespace warpmark::simt {

void event_graph::clear() {
  nodes_.assign(1, {});  // The start.
  edges_.clear();
  traffic_ = {};
}

void event_graph::add_edge(node& to, std::uint32_t from, std::uint64_t at, std::uint64_t latency) {
  const std::uint64_t begun = nodes_[from].at;
  const std::uint64_t delay = (at > begun ? at - begun : 0) + latency;
  for (std::size_t i = to.first_edge; i < edges_.size(); ++i)
    if (edges_[i].from == from) {
      edges_[i].delay = std::max(edges_[i].delay, delay);
      return;
    }
  edges_.push_back({from, delay});
}

moment event_graph::add(node_kind kind, std::uint32_t warp, std::uint32_t site, const moment* after,
                        std::size_t count, std::uint64_t latency) {
  node added{.kind = kind, .warp = warp, .site = site, .latency = latency};
  added.first_edge = edges_.size();
  for (std::size_t i = 0; i < count; ++i) {
    added.at = std::max(added.at, after[i].value() + latency);
    if (is_full()) continue;
    add_edge(added, after[i].node, after[i].at, latency);
    if (after[i].older_at != 0) add_edge(added, after[i].older, after[i].older_at, latency);
  }
  // A full graph is not replayed, but its times without waiting go on.
  if (is_full()) return {.at = added.at};
  added.edges = edges_.size() - added.first_edge;
  nodes_.push_back(added);
  return {.node = static_cast<std::uint32_t>(nodes_.size() - 1), .at = added.at};
}

void event_graph::spread_traffic(const memory_traffic& traffic) {
  const auto count = static_cast<float>(nodes_.size() - 1);
  if (count == 0) return;
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    node& at = nodes_[i];
    at.traffic = {.loaded = traffic.loaded / count, .fetched = traffic.fetched / count};
    at.latency = 0;
    for (std::size_t e = 0; e < at.edges; ++e)
      at.latency = std::max(at.latency, edges_of(at)[e].delay);
  }
  nodes_.back().traffic.stored = traffic.stored;
  traffic_ = traffic;
}

std::uint32_t event_graph::add(node_kind kind, std::uint32_t warp, std::uint32_t site,
                               const std::vector<edge>& after) {
  node added{.kind = kind, .warp = warp, .site = site};
  added.first_edge = edges_.size();
  added.edges = after.size();
  for (const edge& by : after) added.at = std::max(added.at, nodes_[by.from].at + by.delay);
  edges_.insert(edges_.end(), after.begin(), after.end());
  nodes_.push_back(added);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

}  // namespace warpmark::simt
