#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// A parameter of a kernel as it is written in the source.
struct kernel_parameter {
  std::string type;  ///< "const float*", "int".
  std::string name;
};

/// A parameter of a kernel's template.
struct template_parameter {
  std::string kind;  ///< "typename", "int", "bool".
  std::string name;
};

/// A kernel that is defined in a source.
struct kernel_signature {
  std::string name;  ///< With its namespaces: "detail::sum".
  std::vector<template_parameter> template_parameters;
  std::vector<kernel_parameter> parameters;
  int max_threads = 0;  ///< Of __launch_bounds__, 0 if it is not a plain number.
  std::string body;     ///< Without comments.
  std::size_t line = 0;
};

/// The kernels of a source in order, found by their brackets: macros are not expanded, and a kernel
/// whose head a macro makes is not found.
std::vector<kernel_signature> kernel_signatures(const std::string& source);

/// Macros that a source defines only if nobody has: "#ifndef TILE, #define TILE 16".
struct guarded_macro {
  std::string name, value;
};
std::vector<guarded_macro> guarded_macros(const std::string& source);

}  // namespace warpmark
