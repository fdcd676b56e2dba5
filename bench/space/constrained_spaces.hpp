#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/space/space.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::spaces {

/// A problem or config axis with its distinct values in a space.
struct parameter_axis {
  bool is_of_problem = false;
  std::string name;
  std::vector<parameter_value> values;
};

/// A rule over the values of such axes. The axes that it reads are not declared.
struct parameter_rule {
  std::string reason;
  std::function<bool(const problem&, const config&)> holds;
};

/// A variant's constraints on a device of these limits.
std::vector<parameter_rule> rules_of(const variant& variant, const device_limits& limits);

/// Spaces under all rules, or under a prefix of them.
///
/// The axes that a rule reads are found by observing it (read_watch) at all values at which it is
/// evaluated. A rule may throw where an earlier rule does not hold: it is not evaluated there.
class constrained_spaces {
 public:
  /// `fixed`: values of problem axes outside the space.
  constrained_spaces(std::vector<parameter_axis> axes, std::vector<parameter_rule> rules,
                     const problem& fixed = {});

  const std::vector<parameter_axis>& axes() const;

  /// The tuples that the first `rules` rules allow, with levels in the order of the axes' values.
  /// Throws what a rule throws, and as level_space does.
  level_space under(std::size_t rules, const layer_order& order = {});

  /// The same as a space whose axes have names, with `more` rules.
  space named_under(std::size_t rules, const std::vector<rule>& more = {});

  std::size_t rule_count() const;

  /// The axes that a rule has read so far, ascending. Axes with a single value are never included.
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

  std::shared_ptr<const definition> definition_;
  std::vector<std::vector<std::size_t>> reads_;    ///< By rule, as far as known.
  std::shared_ptr<std::vector<bool>> has_thrown_;  ///< By rule.
};

/// Creates the space axis of that name and these values.
space_axis named_axis(const parameter_axis& parameter_axis);

}  // namespace warpmark::spaces
