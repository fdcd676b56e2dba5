#include "simt/ptx/control_flow.hpp"

#include <algorithm>

namespace warpmark::simt {
namespace {

// Basic blocks of the instructions, and one virtual block after all exits.
class block_graph {
 public:
  explicit block_graph(const std::vector<flow_node>& nodes) : nodes_(nodes) {
    find_leaders();
    exit_ = static_cast<std::uint32_t>(first_.size());
    successors_.resize(exit_ + 1);
    predecessors_.resize(exit_ + 1);
    for (std::uint32_t block = 0; block < exit_; ++block) connect(block);
  }

  std::uint32_t exit() const { return exit_; }
  std::uint32_t first(std::uint32_t block) const { return first_[block]; }
  std::uint32_t last(std::uint32_t block) const {
    return (block + 1 < exit_ ? first_[block + 1] : static_cast<std::uint32_t>(nodes_.size())) - 1;
  }
  const std::vector<std::uint32_t>& successors(std::uint32_t block) const {
    return successors_[block];
  }
  const std::vector<std::uint32_t>& predecessors(std::uint32_t block) const {
    return predecessors_[block];
  }

 private:
  void find_leaders() {
    std::vector<char> leads(nodes_.size() + 1, 0);
    leads[0] = 1;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (const std::uint32_t target : nodes_[i].targets) leads[target] = 1;
      if (!nodes_[i].targets.empty() || !nodes_[i].falls_through) leads[i + 1] = 1;
    }
    block_of_.resize(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (leads[i]) first_.push_back(i);
      block_of_[i] = static_cast<std::uint32_t>(first_.size()) - 1;
    }
  }

  void connect(std::uint32_t block) {
    const std::uint32_t end = last(block);
    for (const std::uint32_t target : nodes_[end].targets) link(block, at(target));
    if (nodes_[end].falls_through) link(block, at(end + 1));
    if (successors_[block].empty()) link(block, exit_);
  }
  std::uint32_t at(std::uint32_t instruction) const {
    return instruction < nodes_.size() ? block_of_[instruction] : exit_;
  }
  void link(std::uint32_t from, std::uint32_t to) {
    auto& out = successors_[from];
    if (std::find(out.begin(), out.end(), to) != out.end()) return;
    out.push_back(to);
    predecessors_[to].push_back(from);
  }

  const std::vector<flow_node>& nodes_;
  std::vector<std::uint32_t> first_, block_of_;
  std::vector<std::vector<std::uint32_t>> successors_, predecessors_;
  std::uint32_t exit_ = 0;
};

// Blocks from the exit backwards, each before those that only reach the exit through it.
std::vector<std::uint32_t> reverse_postorder(const block_graph& graph) {
  std::vector<std::uint32_t> order;
  std::vector<char> seen(graph.exit() + 1, 0);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{graph.exit(), 0}};
  seen[graph.exit()] = 1;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    const auto& incoming = graph.predecessors(block);
    if (next == incoming.size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t to = incoming[next++];
    if (!seen[to]) {
      seen[to] = 1;
      stack.emplace_back(to, 0);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// The iterative algorithm of Cooper, Harvey and Kennedy on the reversed graph.
std::vector<std::uint32_t> immediate_post_dominators(const block_graph& graph) {
  const auto order = reverse_postorder(graph);
  std::vector<std::uint32_t> rank(graph.exit() + 1, no_instruction);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::vector<std::uint32_t> parent(graph.exit() + 1, no_instruction);
  parent[graph.exit()] = graph.exit();
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (rank[a] > rank[b]) a = parent[a];
      while (rank[b] > rank[a]) b = parent[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : order) {
      if (block == graph.exit()) continue;
      std::uint32_t best = no_instruction;
      for (const std::uint32_t next : graph.successors(block))
        if (parent[next] != no_instruction) best = best == no_instruction ? next : meet(best, next);
      if (best != parent[block]) parent[block] = best, changed = true;
    }
  }
  return parent;
}

}  // namespace

std::vector<std::uint32_t> reconvergence_points(const std::vector<flow_node>& nodes) {
  std::vector<std::uint32_t> result(nodes.size(), no_instruction);
  if (nodes.empty()) return result;
  const block_graph graph(nodes);
  const auto parent = immediate_post_dominators(graph);
  for (std::uint32_t block = 0; block < graph.exit(); ++block) {
    const std::uint32_t meeting = parent[block];
    if (graph.successors(block).size() < 2) continue;
    if (meeting != no_instruction && meeting != graph.exit())
      result[graph.last(block)] = graph.first(meeting);
  }
  return result;
}

}  // namespace warpmark::simt
