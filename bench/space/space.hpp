#pragma once

#include <string>
#include <vector>

#include "bench/space/level_space.hpp"
#include "bench/space/random_source.hpp"
#include "bench/space/space_axis.hpp"

namespace warpmark::spaces {

/// The configs over named axes that rules allow.
class space : public level_space {
 public:
  /// Throws space_error if an axis has no value, and as level_space does.
  static space of_rules(std::vector<space_axis> axes, std::vector<rule> rules);

  /// The space of exactly these configs, with one level per axis. Duplicates are allowed.
  static space of_list(std::vector<space_axis> axes, std::vector<level_tuple> members);

  /// A space of the given `members`, which these rules allow.
  static space of_members(std::vector<space_axis> axes, std::vector<rule> rules,
                          level_space members);

  const std::vector<space_axis>& axes() const { return axes_; }

  /// Each config is equally likely; count() > 0.
  config_index sample(random_source& random) const { return random.below(count()); }

  /// "block=256,items=4"
  std::string text(config_index index) const;

 private:
  space(std::vector<space_axis> axes, std::vector<rule> rules, level_space members);

  std::vector<space_axis> axes_;
  std::vector<rule> rules_;
};

/// The sizes of axes. Throws space_error if one has no value.
std::vector<std::size_t> sizes_of(const std::vector<space_axis>& axes);

}  // namespace warpmark::spaces
