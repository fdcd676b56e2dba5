#pragma once

#include <functional>
#include <utility>

#include "bench/core/variant_group.hpp"
#include "bench/space/constrained_spaces.hpp"
#include "bench/space/nested_order.hpp"

namespace warpmark {

/// One variant's part of a sweep: its problem axes and its config axes as one space, counted by
/// decision diagrams.
class variant_points {
 public:
  /// `group` must outlive this. Throws what the variant's constraints throw, and space_error if
  /// they tie too many axes together.
  variant_points(const variant& variant, const variant_group& group, const selection& selection,
                 device_limits limits);

  const variant& swept_variant() const { return *variant_; }

  /// The greatest number if there are as many or more.
  std::uint64_t count() const { return count_; }

  /// See planned_points::pruned.
  void add_pruned(std::map<std::string, std::uint64_t>& to) const;

  /// The points as levels: first of the problem axes, then of the config axes. A level is the
  /// value's index among those that this variant admits. Points have the order of nested loops,
  /// problem by problem.
  spaces::nested_order in_order() const;

  /// The point that has these levels.
  point at(const spaces::level_tuple& levels) const;

  /// The problem's levels among the common values of the group.
  spaces::level_tuple problem_of(const spaces::level_tuple& levels) const;

  std::size_t problem_axes() const { return group_->axes.size(); }

  /// Returns a predicate: whether "[problem][config]", the end of a key, is that of a point.
  std::function<bool(const std::string& end_of_key)> membership() const;

 private:
  // Config values that their axis does not admit.
  struct unadmitted {
    std::size_t values = 0;
    std::string reason = {};
  };

  void leave_out_problems();
  void leave_out(std::size_t axis, const std::function<bool(const parameter_value&)>& goes,
                 const std::string& reason);
  void leave_out_configs(const selection& selection);
  std::vector<std::size_t> sizes() const;
  std::vector<spaces::parameter_axis> problem_parameters() const;
  std::vector<spaces::parameter_rule> rules() const;
  spaces::constrained_spaces constrained() const;
  void add_problem_errors(std::map<std::string, std::uint64_t>& to) const;
  void add_unadmitted(std::map<std::string, std::uint64_t>& to, std::uint64_t problems) const;

  const variant* variant_;
  const variant_group* group_;
  device_limits limits_;
  determinism deterministic_;                        ///< The level that is selected.
  std::vector<spaces::level_tuple> problem_levels_;  ///< The problems that this variant admits.
  std::vector<std::vector<parameter_value>>
      config_values_;                   ///< The config values that this variant admits.
  std::vector<unadmitted> unadmitted_;  ///< One per config axis.
  std::vector<std::pair<std::string, std::uint64_t>> left_out_;  ///< Excluded problems, by reason.
  std::uint64_t count_ = 0;
};

}  // namespace warpmark
