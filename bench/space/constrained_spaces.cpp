#include "bench/space/constrained_spaces.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "variants/contract/read_watch.hpp"

namespace warpmark::spaces {
namespace {

// Thrown when a rule reads an axis that it was not known to read.
struct unknown_reads {
  std::size_t rule;
  std::vector<std::size_t> axes;
};

}  // namespace

struct constrained_spaces::definition {
  std::vector<parameter_axis> axes;
  std::vector<parameter_rule> rules;
  problem fixed;                      ///< Has the first value of each problem axis.
  config first;                       ///< Has the first value of each config axis.
  std::vector<std::size_t> watched;   ///< Axes of several values …
  std::vector<std::string> watching;  ///< … and their names.

  void set(problem& problem, config& config, std::size_t axis, std::uint32_t level) const {
    const parameter_axis& along = axes[axis];
    parameters& parameters =
        along.is_of_problem ? static_cast<warpmark::parameters&>(problem) : config;
    parameters.set(along.name, along.values[level]);
  }
};

/// Evaluates one rule at levels of the axes that it is known to read.
class constrained_spaces::probe {
 public:
  probe(std::shared_ptr<const definition> shared_definition, std::size_t rule,
        std::vector<std::size_t> reads, std::shared_ptr<std::vector<bool>> has_thrown)
      : definition_(std::move(shared_definition)),
        rule_(rule),
        reads_(std::move(reads)),
        has_thrown_(std::move(has_thrown)),
        problem_(definition_->fixed),
        config_(definition_->first) {}

  // A rule that throws does not hold, for now: see rethrow_failures.
  bool operator()(std::span<const std::uint32_t> levels) {
    bool throws = false;
    const bool result = ask(levels, throws);
    if (throws) (*has_thrown_)[rule_] = true;
    return result && !throws;
  }

  bool throws_at(std::span<const std::uint32_t> levels) {
    bool throws = false;
    ask(levels, throws);
    return throws;
  }

 private:
  bool ask(std::span<const std::uint32_t> levels, bool& throws) {
    for (const auto axis : reads_) definition_->set(problem_, config_, axis, levels[axis]);
    bool result = false;
    read_watch watch(definition_->watching);
    try {
      result = definition_->rules[rule_].holds(problem_, config_);
    } catch (const std::exception&) {
      throws = true;
    }
    std::vector<std::size_t> unknown;
    for (const auto place : watch.reads())
      if (const auto axis = definition_->watched[place];
          !std::binary_search(reads_.begin(), reads_.end(), axis))
        unknown.push_back(axis);
    if (!unknown.empty()) throw unknown_reads{rule_, std::move(unknown)};
    return result;
  }

  std::shared_ptr<const definition> definition_;
  std::size_t rule_;
  std::vector<std::size_t> reads_;
  std::shared_ptr<std::vector<bool>> has_thrown_;
  problem problem_;
  config config_;
};

std::vector<parameter_rule> rules_of(const variant& variant, const device_limits& limits) {
  std::vector<parameter_rule> rules;
  for (const auto& constraint : variant.constraints)
    rules.push_back({constraint.reason, [holds = constraint.holds, limits](const problem& problem,
                                                                           const config& config) {
                       return holds(problem, config, limits);
                     }});
  return rules;
}

space_axis named_axis(const parameter_axis& parameter_axis) {
  space_axis result{.name = parameter_axis.name};
  for (const auto& item : parameter_axis.values) {
    axis_value value{.text = to_text(item)};
    if (const auto* integer = std::get_if<std::int64_t>(&item))
      value.number = static_cast<double>(*integer);
    result.values.push_back(std::move(value));
  }
  return result;
}

constrained_spaces::constrained_spaces(std::vector<parameter_axis> axes,
                                       std::vector<parameter_rule> rules, const problem& fixed)
    : reads_(rules.size()), has_thrown_(std::make_shared<std::vector<bool>>(rules.size(), false)) {
  definition built{.axes = std::move(axes), .rules = std::move(rules), .fixed = fixed};
  for (std::size_t axis = 0; axis < built.axes.size(); ++axis) {
    if (built.axes[axis].values.empty()) continue;  // level_space reports it.
    built.set(built.fixed, built.first, axis, 0);
    if (built.axes[axis].values.size() == 1) continue;
    built.watched.push_back(axis);
    built.watching.push_back(built.axes[axis].name);
  }
  definition_ = std::make_shared<const definition>(std::move(built));
}

const std::vector<parameter_axis>& constrained_spaces::axes() const { return definition_->axes; }

std::size_t constrained_spaces::rule_count() const { return definition_->rules.size(); }

std::vector<std::size_t> constrained_spaces::sizes() const {
  std::vector<std::size_t> result;
  for (const auto& axis : axes()) result.push_back(axis.values.size());
  return result;
}

std::vector<rule> constrained_spaces::rules_under(std::size_t rules) const {
  std::vector<rule> result;
  for (std::size_t number = 0; number < rules; ++number)
    result.push_back({definition_->rules[number].reason, reads_[number],
                      probe(definition_, number, reads_[number], has_thrown_)});
  return result;
}

template <class Build>
auto constrained_spaces::build(std::size_t rules, Build&& made) -> decltype(made()) {
  while (true) {
    try {
      auto result = made();
      rethrow_failures(rules);
      return result;
    } catch (const unknown_reads& found) {
      auto& known = reads_[found.rule];
      known.insert(known.end(), found.axes.begin(), found.axes.end());
      std::sort(known.begin(), known.end());
      known.erase(std::unique(known.begin(), known.end()), known.end());
    }
  }
}

// A rule that threw where all earlier rules hold is a real failure.
void constrained_spaces::rethrow_failures(std::size_t rules) {
  for (std::size_t number = 0; number < rules; ++number) {
    if (!(*has_thrown_)[number]) continue;
    auto before = rules_under(number);
    before.push_back(
        {"throws", reads_[number],
         [asks = probe(definition_, number, reads_[number], has_thrown_)](
             std::span<const std::uint32_t> levels) mutable { return asks.throws_at(levels); }});
    const level_space failures(sizes(), before);
    if (failures.count() == 0) continue;
    const auto levels = failures.at(0);
    definition_->rules[number].holds(problem_at(levels), config_at(levels));
  }
}

level_space constrained_spaces::under(std::size_t rules, const layer_order& order) {
  return build(rules, [&] { return level_space(sizes(), rules_under(rules), order); });
}

space constrained_spaces::named_under(std::size_t rules, const std::vector<rule>& more) {
  std::vector<space_axis> named;
  for (const auto& axis : axes()) named.push_back(named_axis(axis));
  auto members = build(rules, [&] {
    auto all = rules_under(rules);
    all.insert(all.end(), more.begin(), more.end());
    return level_space(sizes_of(named), all);
  });
  // From now on rules may be evaluated at levels that the walk skipped.
  std::vector<rule> kept;
  for (std::size_t number = 0; number < rules; ++number)
    kept.push_back({definition_->rules[number].reason, reads_[number],
                    [at = *this, number](std::span<const std::uint32_t> levels) {
                      const level_tuple all(levels.begin(), levels.end());
                      return at.definition_->rules[number].holds(at.problem_at(all),
                                                                 at.config_at(all));
                    }});
  kept.insert(kept.end(), more.begin(), more.end());
  return space::of_members(std::move(named), std::move(kept), std::move(members));
}

problem constrained_spaces::problem_at(const level_tuple& levels) const {
  problem problem = definition_->fixed;
  config unused;
  for (std::size_t axis = 0; axis < axes().size(); ++axis)
    if (axes()[axis].is_of_problem) definition_->set(problem, unused, axis, levels[axis]);
  return problem;
}

config constrained_spaces::config_at(const level_tuple& levels) const {
  config config;
  problem unused;
  for (std::size_t axis = 0; axis < axes().size(); ++axis)
    if (!axes()[axis].is_of_problem) definition_->set(unused, config, axis, levels[axis]);
  return config;
}

}  // namespace warpmark::spaces
