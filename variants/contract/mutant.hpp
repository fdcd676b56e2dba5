#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "variants/contract/variant.hpp"

namespace warpmark {

/// A published version of a variant with its fault.
struct mutant_case {
  std::string name;    ///< "zero_not_stored", in the file <family>/mutants/zero_not_stored.cpp.
  std::string source;  ///< Where the fault was published: seed and place, or paper.
  published_fault fault;

  /// Values of problem axes and of config axes where the fault shows; others are at their base.
  std::vector<std::pair<std::string, parameter_value>> problem = {};
  std::vector<std::pair<std::string, parameter_value>> config = {};

  /// The qualified name of the kernel, or of the type that kernels are made with, in place of which
  /// the plan gets the one of the same name in its namespace's `mutants`, which is in
  /// kernels/<family>/mutants/<name>.cuh: "reduce::tree_sequential". Empty if the plan itself is at
  /// fault.
  std::string replaced = {};
};

/// The mutant of a variant that has it right, `sound`: family, types, axes and costs are the same,
/// and its plan with what the mutant_case replaces. No axis is swept, so that a sweep of mutants
/// makes one point of each, where the fault shows.
variant mutant_of(variant sound, mutant_case shown);

/// Changes every launch of a plan, also those of its series.
void change_launches(launch_plan& plan, const std::function<void(launch_step&)>& change);

}  // namespace warpmark
