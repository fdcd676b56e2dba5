#include "bench/space/diagram_of_rules.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "bench/space/space_error.hpp"

namespace warpmark::spaces {
namespace {

using branch = decision_diagram::branch;

class walk {
 public:
  walk(const factor_group& group, std::span<const std::size_t> sizes,
       const std::vector<rule>& rules)
      : group_(group), sizes_(sizes), rules_(rules), levels_(sizes.size(), 0) {
    for (std::size_t set = 0; set < group.axes.size(); ++set)
      layers_.push_back({.remembered = frontier(group.axes, set, rules, group.rules)});
    for (const auto r : group.rules) layers_[last_read(rules[r])].decided.push_back(r);
  }

  decision_diagram result() {
    diagram_.set_root(below(0));
    diagram_.freeze();
    return std::move(diagram_);
  }

 private:
  struct layer {
    std::vector<std::size_t> remembered = {};  ///< Axes that rules of this layer and later read.
    std::vector<std::size_t> decided = {};     ///< Rules whose last axis is this layer's.
    std::map<level_tuple, std::optional<std::uint32_t>> known = {};
  };

  // The layer that sets the last axis of the rule.
  std::size_t last_read(const rule& rule) const {
    std::size_t last = 0;
    for (std::size_t depth = 0; depth < group_.axes.size(); ++depth)
      if (std::find(rule.reads.begin(), rule.reads.end(), group_.axes[depth]) != rule.reads.end())
        last = depth;
    return last;
  }

  bool allowed(const layer& here) {
    return std::all_of(here.decided.begin(), here.decided.end(), [&](std::size_t r) {
      if (++questions_ > max_questions)
        throw space_error(fmt::format(
            "the space is too entangled to count: constraints such as \"{}\" connect {} "
            "axes",
            rules_[r].reason, group_.axes.size()));
      return rules_[r].holds(levels_);
    });
  }

  // The node of all continuations of the set levels; empty if there are none.
  std::optional<std::uint32_t> below(std::size_t depth) {
    if (depth == group_.axes.size()) return decision_diagram::accept;
    layer& here = layers_[depth];
    // If all set axes are remembered, no state occurs twice.
    const bool is_met_again = here.remembered.size() < depth;
    level_tuple key;
    if (is_met_again) {
      for (const auto axis : here.remembered) key.push_back(levels_[axis]);
      if (const auto found = here.known.find(key); found != here.known.end()) return found->second;
    }
    const auto axis = group_.axes[depth];
    std::vector<branch> branches;
    for (std::uint32_t level = 0; level < sizes_[axis]; ++level) {
      levels_[axis] = level;
      if (!allowed(here)) continue;
      if (const auto child = below(depth + 1)) branches.push_back({level, *child});
    }
    std::optional<std::uint32_t> result;
    if (!branches.empty()) result = diagram_.node(branches);
    if (is_met_again) here.known.emplace(std::move(key), result);
    return result;
  }

  const factor_group& group_;
  std::span<const std::size_t> sizes_;
  const std::vector<rule>& rules_;
  std::vector<layer> layers_;
  level_tuple levels_;
  decision_diagram diagram_;
  std::uint64_t questions_ = 0;
};

// The node of the members [begin, end), which agree on their first `depth` levels.
std::uint32_t node_of(const std::vector<level_tuple>& members, std::size_t begin, std::size_t end,
                      std::size_t depth, decision_diagram& diagram) {
  if (depth == members[begin].size()) return decision_diagram::accept;
  std::vector<branch> branches;
  for (std::size_t from = begin; from < end;) {
    const auto level = members[from][depth];
    std::size_t to = from;
    while (to < end && members[to][depth] == level) ++to;
    branches.push_back({level, node_of(members, from, to, depth + 1, diagram)});
    from = to;
  }
  return diagram.node(branches);
}

}  // namespace

decision_diagram diagram_of_rules(const factor_group& group, std::span<const std::size_t> sizes,
                                  const std::vector<rule>& rules) {
  return walk(group, sizes, rules).result();
}

decision_diagram diagram_of_list(std::vector<level_tuple>& members) {
  std::sort(members.begin(), members.end());
  decision_diagram diagram;
  if (members.empty())
    diagram.set_root(std::nullopt);
  else
    diagram.set_root(node_of(members, 0, members.size(), 0, diagram));
  diagram.freeze();
  return diagram;
}

}  // namespace warpmark::spaces
