#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "bench/core/selection.hpp"

namespace warpmark {

/// SELECT, -p and -c: the points that a verb is about.
struct axis_options {
  std::vector<std::string> patterns;
  std::vector<std::string> problem;
  std::vector<std::string> config;

  /// With a verb's own descriptions.
  void add_to(CLI::App& verb, const std::string& about_patterns, const std::string& about_problem,
              const std::string& about_config);

  /// -p and -c alone, for a verb that names its variants otherwise.
  void add_axes_to(CLI::App& verb, const std::string& about_problem,
                   const std::string& about_config);

  bool empty() const { return patterns.empty() && problem.empty() && config.empty(); }

  /// The selection on that backend; empty: over all. Throws usage_error for a setting without '='.
  selection parse(const std::string& backend) const;
};

}  // namespace warpmark
