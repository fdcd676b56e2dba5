#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "cli/axis_options.hpp"
#include "cli/kernels_option.hpp"

namespace warpmark {

/// SELECT, -p, -c, --deterministic, --kernels and, for some, --mutants, which several verbs take.
struct selection_options : axis_options {
  bool mutants = false;
  std::string deterministic = "none";
  kernels_option kernels;

  /// With the verb's own description of SELECT. Without --mutants.
  void add_to(CLI::App& verb, const std::string& about_patterns);

  /// For a verb whose default is everything. With --mutants.
  void add_sweep_to(CLI::App& verb);

  mutant_scope wanted_mutants() const {
    return mutants ? mutant_scope::included : mutant_scope::excluded;
  }

  /// Throws usage_error for an unknown level.
  determinism level() const;

  /// As axis_options::parse, for a sweep.
  selection parse(const std::string& backend) const;
};

}  // namespace warpmark
