#pragma once

#include "bench/compiler/kernel_compiler.hpp"
#include "kernels/embedded.hpp"

namespace warpmark::tests {

/// One compiler for all tests, with a cache that outlives them.
inline compiler::kernel_compiler& shared_compiler() {
  static compiler::kernel_compiler compile = [] {
    compiler::compiler_options options;
    options.cache_folder = WARPMARK_TEST_CACHE;
    for (const auto& file : kernels::all())
      options.headers.push_back({std::string(file.path), std::string(file.text)});
    return compiler::kernel_compiler(options);
  }();
  return compile;
}

}  // namespace warpmark::tests
