#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

namespace warpmark::tuning {

/// A time that a record states, in units of `unit_ns`. Throws usage_error, beginning with what
/// `where()` returns, for what is no number and for times that no kernel takes: below a picosecond,
/// or above a hundred days.
double recorded_time(const nlohmann::ordered_json& value, double unit_ns,
                     const std::function<std::string()>& where);

}  // namespace warpmark::tuning
