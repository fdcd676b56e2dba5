#pragma once

#include <optional>

#include "bench/space/level_space.hpp"

namespace warpmark::spaces {

/// The members of a space as nested loops over its axes would meet them, the last axis fastest:
/// numbered without being listed, in a time that grows with the number of axes alone.
///
/// Where the rules tie so many axes together that this order would cost too much
/// (`max_nested_cost`), the axes that they tie come in another order, the leading ones still first.
class nested_order {
 public:
  /// `over` must be made with `layer_order{.nested = true, .leading = leading}`.
  nested_order(level_space over, std::size_t leading);

  config_index count() const { return over_.count(); }

  /// The member at `place` < count().
  level_tuple at(config_index place) const;

  /// Nothing if it is no member.
  std::optional<config_index> place_of(const level_tuple& levels) const;

  /// Members that agree on the leading axes, which come one after the other.
  struct run {
    config_index first;
    config_index count;
  };

  /// The run that the member at `place` < count() is in.
  run run_of(config_index place) const;

 private:
  // Where a walk sets an axis.
  struct step {
    std::size_t axis;
    std::size_t group;
  };

  level_space over_;
  std::size_t leading_;
  std::vector<step> steps_;
};

}  // namespace warpmark::spaces
