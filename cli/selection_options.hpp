#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "bench/core/selection.hpp"
#include "cli/kernels_option.hpp"

namespace warpmark {

/// SELECT, -p, -c, --mutants and --kernels, which several verbs take.
struct selection_options {
  std::vector<std::string> patterns;
  std::vector<std::string> problem;
  std::vector<std::string> config;
  bool mutants = false;
  kernels_option kernels;

  void add_to(CLI::App& verb);
  mutant_scope wanted_mutants() const {
    return mutants ? mutant_scope::included : mutant_scope::excluded;
  }
  bool empty() const { return patterns.empty() && problem.empty() && config.empty(); }

  /// The selection for a sweep on that backend; empty: over all. Throws usage_error for a setting
  /// without '='.
  selection parse(const std::string& backend) const;
};

}  // namespace warpmark
