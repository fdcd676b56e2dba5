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
  std::string source;  ///< Where the fault was published: a key of docs/sources.md and the place,
                       ///< or a paper.
  published_fault fault;

  /// Values of problem axes and of config axes where the fault shows; others are at their base.
  std::vector<std::pair<std::string, parameter_value>> problem = {};
  std::vector<std::pair<std::string, parameter_value>> config = {};

  /// The qualified name of the kernel, or of a template argument of kernels, that the plan replaces
  /// by the one of the same name in the nested namespace `mutants`, in
  /// kernels/<family>/mutants/<name>.cuh: "reduce::tree_sequential". Empty if the plan itself has
  /// the fault.
  std::string replaced = {};
};

/// The mutant of the correct variant `sound`: with the same family, types, axes and costs, and its
/// plan changed as the mutant_case says. No axis is swept, so that a sweep of mutants makes one
/// point per mutant, where the fault shows.
variant mutant_of(variant sound, mutant_case shown);

/// Changes every launch of a plan, also those of its series.
void change_launches(launch_plan& plan, const std::function<void(launch_step&)>& change);

}  // namespace warpmark
