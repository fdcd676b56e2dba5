#pragma once

#include <vector>

#include "include/warpmark/plugin.h"
#include "variants/contract/parameters.hpp"

namespace warpmark::plugins {

/// A problem, and a config if there is one, as a plugin sees it. Refers to both.
class point_values {
 public:
  explicit point_values(const parameters& problem, const parameters* config = nullptr);

  const warpmark_point* get() const { return &point_; }

 private:
  std::vector<warpmark_value> values_;
  warpmark_point point_{};
};

}  // namespace warpmark::plugins
