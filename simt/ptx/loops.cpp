#include "simt/ptx/loops.hpp"

#include <algorithm>
#include <utility>

namespace warpmark::simt {
namespace {

using edge_lists = std::vector<std::vector<std::uint32_t>>;

// The edges of a part of the graph: those between its members that do not lead to a head.
struct subgraph {
  const edge_lists& edges;
  const std::vector<std::uint32_t>& part_of;  // By instruction: the number of its part.
  const std::vector<char>& is_head;
  std::uint32_t number;

  bool follows(std::uint32_t to) const { return part_of[to] == number && !is_head[to]; }
};

// Tarjan's algorithm without recursion: kernels may have millions of instructions.
std::vector<std::vector<std::uint32_t>> strong_parts(const subgraph& graph,
                                                     const std::vector<std::uint32_t>& members,
                                                     std::vector<std::uint32_t>& order,
                                                     std::vector<std::uint32_t>& low) {
  std::vector<std::vector<std::uint32_t>> result;
  std::vector<std::uint32_t> open;
  std::vector<std::pair<std::uint32_t, std::size_t>> path;
  constexpr std::uint32_t unseen = 0, closed = ~std::uint32_t{0};
  std::uint32_t count = 0;
  for (const std::uint32_t member : members) order[member] = unseen;
  const auto enter = [&](std::uint32_t node) {
    order[node] = low[node] = ++count;
    open.push_back(node);
    path.emplace_back(node, 0);
  };
  for (const std::uint32_t root : members) {
    if (order[root] != unseen) continue;
    enter(root);
    while (!path.empty()) {
      const std::uint32_t node = path.back().first;
      const auto& out = graph.edges[node];
      if (path.back().second < out.size()) {
        const std::uint32_t to = out[path.back().second++];
        if (!graph.follows(to)) continue;
        if (order[to] == unseen)
          enter(to);
        else if (order[to] != closed)
          low[node] = std::min(low[node], order[to]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) {
        std::uint32_t& above = low[path.back().first];
        above = std::min(above, low[node]);
      }
      if (low[node] != order[node]) continue;
      auto& part = result.emplace_back();
      do {
        part.push_back(open.back());
        order[open.back()] = closed;
        open.pop_back();
      } while (part.back() != node);
    }
  }
  return result;
}

}  // namespace

// Instructions whose loops are to be found, and the loop that they are in.
struct loop_nest::part {
  std::vector<std::uint32_t> members;
  std::int32_t loop = no_loop;
};

loop_nest::loop_nest(const std::vector<flow_node>& nodes) : innermost_(nodes.size(), no_loop) {
  edge_lists edges(nodes.size());
  part all;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    all.members.push_back(i);
    for (const std::uint32_t target : nodes[i].targets)
      if (target < nodes.size()) edges[i].push_back(target);
    if (nodes[i].falls_through && i + 1 < nodes.size()) edges[i].push_back(i + 1);
  }
  decompose(edges, std::move(all));
}

void loop_nest::decompose(const edge_lists& edges, part whole) {
  std::vector<std::uint32_t> part_of(edges.size(), 0), order(edges.size()), low(edges.size());
  std::vector<char> is_head(edges.size(), 0);
  edge_lists predecessors(edges.size());
  for (std::uint32_t from = 0; from < edges.size(); ++from)
    for (const std::uint32_t to : edges[from]) predecessors[to].push_back(from);
  std::vector<part> open;
  open.push_back(std::move(whole));
  for (std::uint32_t next = 1; !open.empty();) {
    const part now = std::move(open.back());
    open.pop_back();
    const std::uint32_t number = part_of[now.members.front()];
    for (auto& members : strong_parts({edges, part_of, is_head, number}, now.members, order, low)) {
      const std::uint32_t first = members.front();
      const auto& out = edges[first];
      const bool loops = members.size() > 1 ||
                         (!is_head[first] && std::find(out.begin(), out.end(), first) != out.end());
      if (!loops) continue;
      const auto loop = static_cast<std::int32_t>(parents_.size());
      parents_.push_back(now.loop);
      for (const std::uint32_t member : members) {
        part_of[member] = next;
        innermost_[member] = loop;
      }
      // Its heads are where it is entered; a loop that is not entered begins with its first member.
      bool any = false;
      for (const std::uint32_t member : members)
        for (const std::uint32_t from : predecessors[member])
          if (part_of[from] != next) {
            is_head[member] = 1;
            any = true;
          }
      if (!any) is_head[*std::min_element(members.begin(), members.end())] = 1;
      ++next;
      open.push_back({std::move(members), loop});
    }
  }
}

bool loop_nest::contains(std::int32_t loop, std::uint32_t instruction) const {
  if (loop == no_loop) return true;
  std::int32_t at = innermost_[instruction];
  // A loop has a larger number than those around it.
  while (at > loop) at = parent(at);
  return at == loop;
}

std::int32_t loop_nest::common(std::uint32_t a, std::uint32_t b) const {
  std::int32_t loop = innermost_[a];
  while (loop != no_loop && !contains(loop, b)) loop = parent(loop);
  return loop;
}

std::vector<std::uint32_t> loop_nest::members(std::int32_t loop) const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < innermost_.size(); ++i)
    if (innermost_[i] >= loop && contains(loop, i)) result.push_back(i);
  return result;
}

}  // namespace warpmark::simt
