#pragma once

#include <string>
#include <vector>

#include "variants/contract/variant.hpp"

namespace warpmark {

/// A variant with a problem, and the values of its config axes, in its order, from which a search
/// selects.
struct config_choice {
  const warpmark::variant* variant = nullptr;
  warpmark::problem problem;
  std::vector<std::vector<parameter_value>> values;

  /// As point::problem_key of its points.
  std::string problem_key() const { return variant->family + "[" + problem.canonical() + "]"; }
};

}  // namespace warpmark
