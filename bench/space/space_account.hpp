#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/space/config_choice.hpp"
#include "bench/space/space.hpp"

namespace warpmark::spaces {

/// What a reason leaves out of a space.
struct exclusion {
  std::string reason;
  config_index configs;
};

/// How a space comes to its configs, counted without listing them.
struct space_account {
  config_index product;             ///< Of the axes' values; the greatest number if it is more.
  config_index configs;             ///< That are left; the greatest number if it is more.
  std::vector<exclusion> excluded;  ///< Each config once, for the first rule that forbids it.
  std::vector<std::string>
      separate;  ///< Groups of axes, as "block*items (12)"; of one config none.
};

/// The account of space_of(of, asked, limits, values). Reasons come as the variant has them, those
/// of device limits after them; what leaves nothing out is not there.
space_account account_of(const config_choice& config_choice, const device_limits& limits);

/// The product, or the greatest number if it is more.
config_index product_of(std::span<const std::size_t> sizes);

}  // namespace warpmark::spaces
