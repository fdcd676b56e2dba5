#pragma once

#include <map>
#include <string>
#include <vector>

#include "tuning/strategies/search.hpp"
#include "tuning/strategies/search_state.hpp"

namespace warpmark::tuning {

struct hyper_parameter {
  std::string name;
  double value;  ///< Its default.
  double min;
  double max;
  std::string summary;
};

/// A search algorithm: one file of this folder.
struct strategy {
  std::string name;
  std::string summary;  ///< One line for listings.
  std::string source;   ///< The publication.
  std::vector<hyper_parameter> hyper_parameters;

  /// The search itself. May end; the rest of the space is then drawn at random.
  search (*run)(search_state& state);
};

}  // namespace warpmark::tuning
