#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark {

/// --compile-limit and --compile-memory, for every verb that compiles user sources.
struct compile_limit_options {
  std::string seconds = "2min";
  std::string memory = "4GiB";

  /// `default_text`: the limit if `seconds` is empty, for --help.
  void add_to(CLI::App& verb, const std::string& default_text = "");

  /// Throws usage_error.
  compiler::compile_limits limits() const;
};

/// Makes kernels compile in processes of this program, where the limits apply.
compiler::compiler_options compiled_apart(compiler::compiler_options options,
                                          const compiler::compile_limits& limits);

}  // namespace warpmark
