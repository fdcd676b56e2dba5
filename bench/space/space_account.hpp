#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/space/config_choice.hpp"
#include "bench/space/space.hpp"

namespace warpmark::spaces {

/// The number of configs that a reason excludes.
struct exclusion {
  std::string reason;
  config_index configs;
};

/// The composition of a space, counted without listing it.
struct space_account {
  config_index product;  ///< Product of the numbers of values; the largest value if it is more.
  config_index configs;  ///< Remaining configs; the largest value if there are more.
  std::vector<exclusion>
      excluded;  ///< Each config counts once, for the first rule that excludes it.
  std::vector<std::string>
      separate;  ///< Groups of axes, as "block*items (12)"; without groups of one config.
};

/// The account of the variant's space. Reasons have the variant's order, followed
/// by those of device limits, without reasons that exclude nothing.
space_account account_of(const config_choice& config_choice, const device_limits& limits);

/// The product, or the largest value if it is more.
config_index product_of(std::span<const std::size_t> sizes);

}  // namespace warpmark::spaces
