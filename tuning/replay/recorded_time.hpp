#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

namespace warpmark::tuning {

inline constexpr double ns_per_ms = 1e6;

/// A recorded time, in units of `unit_ns`. Throws usage_error, beginning with `place()`, for
/// anything but a number and for impossible times: below a picosecond, or above a hundred days.
double recorded_time(const nlohmann::ordered_json& value, double unit_ns,
                     const std::function<std::string()>& place);

}  // namespace warpmark::tuning
