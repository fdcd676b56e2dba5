#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/space/space.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::spaces {

/// An axis of problems or of configs, with the values that a space has of it, none of them twice.
struct parameter_axis {
  bool is_of_problem = false;
  std::string name;
  std::vector<parameter_value> values;
};

/// A rule over the values of such axes. It does not say which of them it reads.
struct parameter_rule {
  std::string reason;
  std::function<bool(const problem&, const config&)> holds;
};

/// A variant's constraints on a device of these limits.
std::vector<parameter_rule> rules_of(const variant& variant, const device_limits& limits);

/// Spaces under rules, or under the first of them.
///
/// Which axes a rule reads is found out by watching it (read_watch) at all values that it is asked
/// about. A rule may throw where a rule before it does not hold: it is not asked there.
class constrained_spaces {
 public:
  /// `fixed`: values of problem axes that are none of the space's.
  constrained_spaces(std::vector<parameter_axis> axes, std::vector<parameter_rule> rules,
                     const problem& fixed = {});

  const std::vector<parameter_axis>& axes() const;

  /// What the first `rules` rules allow, levels in the order of the axes' values. Throws what a
  /// rule throws, and as level_space does.
  level_space under(std::size_t rules, const layer_order& order = {});

  /// The same as a space whose axes have names, with `more` rules.
  space named_under(std::size_t rules, const std::vector<rule>& more = {});

  std::size_t rule_count() const;

  /// The axes that a rule was seen to read in what under() has walked, ascending. Those of one
  /// value are never among them.
  const std::vector<std::size_t>& reads(std::size_t rule) const { return reads_[rule]; }

  problem problem_at(const level_tuple& levels) const;
  config config_at(const level_tuple& levels) const;

 private:
  struct definition;
  class probe;

  std::vector<std::size_t> sizes() const;
  std::vector<rule> rules_under(std::size_t rules) const;
  void rethrow_failures(std::size_t rules);

  template <class Build>
  auto build(std::size_t rules, Build&& made) -> decltype(made());

  std::shared_ptr<const definition> what_;
  std::vector<std::vector<std::size_t>> reads_;    ///< Of each rule, as far as known.
  std::shared_ptr<std::vector<bool>> has_thrown_;  ///< By rule.
};

/// The space's axis of that name and these values.
space_axis named_axis(const parameter_axis& parameter_axis);

}  // namespace warpmark::spaces
