#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "cli/axis_options.hpp"
#include "cli/kernels_option.hpp"

namespace warpmark {

/// SELECT, -p, -c, --mutants and --kernels, which several verbs take.
struct selection_options : axis_options {
  bool mutants = false;
  kernels_option kernels;

  void add_to(CLI::App& verb);
  mutant_scope wanted_mutants() const {
    return mutants ? mutant_scope::included : mutant_scope::excluded;
  }

  /// As axis_options::parse, for a sweep.
  selection parse(const std::string& backend) const;
};

}  // namespace warpmark
