#pragma once

#include <optional>

#include "bench/space/level_space.hpp"

namespace warpmark::spaces {

/// The members of a space in the order of nested loops over its axes, the last axis fastest. They
/// are numbered without being listed, in a time that depends only on the number of axes.
///
/// If rules connect so many axes that this order would cost too much (`max_nested_cost`), the
/// connected axes have another order, the leading ones still first.
class nested_order {
 public:
  /// `over` must be created with `layer_order{.nested = true, .leading = leading}`.
  nested_order(level_space over, std::size_t leading);

  config_index count() const { return over_.count(); }

  /// The member at index `place` < count().
  level_tuple at(config_index place) const;

  /// Empty if it is not a member.
  std::optional<config_index> place_of(const level_tuple& levels) const;

  /// A run of consecutive members that agree on the leading axes.
  struct run {
    config_index first;
    config_index count;
  };

  /// The run of the member at index `place` < count().
  run run_of(config_index place) const;

 private:
  // The position of an axis in a walk.
  struct step {
    std::size_t axis;
    std::size_t group;
  };

  level_space over_;
  std::size_t leading_;
  std::vector<step> steps_;
};

}  // namespace warpmark::spaces
