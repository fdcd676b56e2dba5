#include "bench/core/sweep_plan.hpp"

#include <unordered_map>
#include <utility>

#include "bench/space/saturating.hpp"

namespace warpmark {
namespace {

using spaces::config_index;
using spaces::level_tuple;
using spaces::nested_order;
using spaces::saturating_sum;

}  // namespace

/// Merges the variants of a group. Each has a subset of the group's problems.
class sweep_plan::walk {
 public:
  explicit walk(const sweep_plan& sweep_plan) : plan_(sweep_plan) {}

  std::optional<problem_points> next() {
    while (cursors_.empty()) {
      if (next_group_ == plan_.groups_.size()) return std::nullopt;
      enter(*plan_.groups_[next_group_++]);
    }
    std::vector<stretch> stretches;
    std::vector<std::pair<const variant*, std::uint64_t>> by_variant;
    std::uint64_t count = 0;
    const level_tuple first = min_problem();
    for (auto& position : cursors_) {
      if (position.problem != first) continue;
      const auto run = position.order->run_of(position.next);
      stretches.push_back({position.variant_points, position.order, run});
      by_variant.emplace_back(&position.variant_points->swept_variant(), run.count);
      count += run.count;
      position.next += run.count;
      position.look();
    }
    std::erase_if(cursors_, [](const cursor& position) { return position.is_at_end(); });
    return problem_points{count,
                          [stretches = std::move(stretches)](std::uint64_t place) {
                            return point_among(stretches, place);
                          },
                          std::move(by_variant)};
  }

 private:
  // Consecutive points of one variant.
  struct stretch {
    const warpmark::variant_points* variant_points;
    std::shared_ptr<const nested_order> order;
    nested_order::run run;
  };

  static point point_among(const std::vector<stretch>& stretches, std::uint64_t place) {
    auto at = stretches.begin();
    for (; place >= at->run.count; ++at) place -= at->run.count;
    return at->variant_points->at(at->order->at(at->run.first + place));
  }

  struct cursor {
    const warpmark::variant_points* variant_points;
    std::shared_ptr<const nested_order> order;
    config_index next = 0;
    level_tuple problem = {};  // The problem of the next point.

    bool is_at_end() const { return next == order->count(); }
    void look() {
      if (!is_at_end()) problem = variant_points->problem_of(order->at(next));
    }
  };

  void enter(const group& entered) {
    for (const auto& variant : entered.variants) {
      if (variant.count() == 0) continue;
      cursor added{&variant, std::make_shared<const nested_order>(variant.in_order())};
      added.look();
      cursors_.push_back(std::move(added));
    }
  }

  level_tuple min_problem() const {
    const level_tuple* first = &cursors_.front().problem;
    for (const auto& position : cursors_)
      if (position.problem < *first) first = &position.problem;
    return *first;
  }

  const sweep_plan& plan_;
  std::size_t next_group_ = 0;
  std::vector<cursor> cursors_;
};

sweep_plan::sweep_plan(const registry& registry, const selection& selection,
                       const device_limits& limits) {
  for (auto& selected : selected_groups(registry, selection, unavailable_)) {
    auto added = std::make_unique<group>();
    added->variant_group = std::move(selected);
    for (const auto* variant : added->variant_group.variants) {
      added->variants.emplace_back(*variant, added->variant_group, selection, limits);
      count_ = saturating_sum(count_, added->variants.back().count());
    }
    groups_.push_back(std::move(added));
  }
  if (count_ > 0) return;
  std::vector<const variant_group*> empty;
  for (const auto& of : groups_) empty.push_back(&of->variant_group);
  refuse_as_empty(empty, selection.deterministic, pruned());
}

std::map<const variant*, std::uint64_t> sweep_plan::count_by_variant() const {
  std::map<const variant*, std::uint64_t> counts;
  for (const auto& entry : groups_)
    for (const auto& points : entry->variants)
      if (points.count() > 0) counts[&points.swept_variant()] = points.count();
  return counts;
}

std::map<std::string, std::uint64_t> sweep_plan::pruned() const {
  auto result = unavailable_;
  for (const auto& entry : groups_)
    for (const auto& points : entry->variants) points.add_pruned(result);
  return result;
}

std::function<bool(const std::string& key)> sweep_plan::membership() const {
  struct known_variant {
    const warpmark::variant_points* variant_points;
    std::function<bool(const std::string&)> has = {};
  };
  auto by_path = std::make_shared<std::unordered_map<std::string, known_variant>>();
  for (const auto& entry : groups_)
    for (const auto& points : entry->variants)
      if (points.count() > 0)
        by_path->try_emplace(points.swept_variant().path(), known_variant{&points});
  return [by_path](const std::string& key) {
    const auto bracket = std::min(key.find('['), key.size());
    const auto found = by_path->find(key.substr(0, bracket));
    if (found == by_path->end()) return false;
    auto& [points, has] = found->second;
    if (!has) has = points->membership();
    return has(key.substr(bracket));
  };
}

std::function<std::optional<problem_points>()> sweep_plan::problems() const {
  return [at = std::make_shared<walk>(*this)] { return at->next(); };
}

}  // namespace warpmark
