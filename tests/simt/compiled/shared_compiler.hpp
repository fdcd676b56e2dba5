#pragma once

#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark::simt {

/// One compiler for all tests, with a cache that outlives them.
inline compiler::kernel_compiler& shared_compiler() {
  static compiler::kernel_compiler compile(
      compiler::compiler_options{.cache_folder = WARPMARK_TEST_CACHE});
  return compile;
}

}  // namespace warpmark::simt
