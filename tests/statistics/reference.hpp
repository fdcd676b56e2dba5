#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/statistics/test_result.hpp"

namespace warpmark::statistics {

/// tests/statistics/reference.json, which make_reference.py writes with scipy.
const nlohmann::json& reference();

/// One of its sets of samples.
std::vector<double> reference_samples(const std::string& name);

/// scipy's names of the alternatives.
struct named_side {
  const char* name;
  alternative side;
};
inline constexpr named_side sides[] = {{"less", alternative::less},
                                       {"greater", alternative::greater},
                                       {"two-sided", alternative::two_sided}};

}  // namespace warpmark::statistics
