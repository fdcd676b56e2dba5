#pragma once

#include <cstdint>
#include <vector>

#include "bench/kernels_file/description.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::kernels_file {

/// The extents of a launch as evaluated; they may be too large for a device.
struct launch_sizes {
  std::vector<std::uint64_t> grid, block, cluster;
  std::uint64_t shared_bytes = 0;
};

launch_sizes sizes_of(const launch_description& launch, const name_values& names);

/// NVRTC's options of a launch, with the values of its placeholders.
std::vector<std::string> options_of(const launch_description& launch, const name_values& names);

/// The constraints of every device on the launches and fills of a variant, as constraints of its
/// config space. They share ownership of `description`.
std::vector<constraint> device_rules(const std::shared_ptr<const description>& description,
                                     const variant_description& variant_description);

}  // namespace warpmark::kernels_file
