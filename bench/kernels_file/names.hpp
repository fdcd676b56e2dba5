#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/device_limits.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::kernels_file {

/// The values of names in an expression at one point: config axes, problem axes, and device limits,
/// looked up in this order. A null pointer has no names.
struct name_values {
  const warpmark::problem* problem = nullptr;
  const warpmark::config* config = nullptr;
  const device_limits* limits = nullptr;

  std::optional<parameter_value> find(std::string_view name) const;
};

/// The names of limits that expressions may use: those of device_limits.
const std::vector<std::string>& limit_names();

}  // namespace warpmark::kernels_file
