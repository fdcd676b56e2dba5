#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// A key of [timing], its field and its allowed range.
struct timing_key {
  const char* name;
  std::variant<double timing_settings::*, std::size_t timing_settings::*> field;
  double min_value;
  double max_value;
  bool is_relative = false;   ///< May be written as a percentage.
  bool is_of_points = false;  ///< Allowed in [[point]] too.
};

/// All of them: one for each field of timing_settings.
const std::vector<timing_key>& all_timing_keys();

double value_of(const timing_settings& timing_settings, const timing_key& key);
void set_value(timing_settings& timing_settings, const timing_key& key, double value);

/// The allowed values: "a number from 0 to 1", "an integer from 2 to 1000".
std::string allowed_text(const timing_key& key);

}  // namespace warpmark::gate
