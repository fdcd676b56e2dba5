#pragma once

#include "bench/core/embedded_kernels.hpp"

namespace warpmark::tests {

/// One compiler for all tests, with a cache that outlives them.
inline compiler::kernel_compiler& shared_compiler() {
  static compiler::kernel_compiler compile(embedded_compiler_options(WARPMARK_TEST_CACHE));
  return compile;
}

}  // namespace warpmark::tests
