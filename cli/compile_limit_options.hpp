#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark {

/// --compile-limit and --compile-memory, of every verb that compiles sources of its user.
struct compile_limit_options {
  std::string seconds = "2min";
  std::string memory = "4GiB";

  /// `otherwise`: what holds where `seconds` is empty, for --help.
  void add_to(CLI::App& verb, const std::string& otherwise = "");

  /// Throws usage_error.
  compiler::compile_limits limits() const;
};

/// So that kernels are compiled in processes of this program, where the limits hold.
compiler::compiler_options compiled_apart(compiler::compiler_options options,
                                          const compiler::compile_limits& limits);

}  // namespace warpmark
