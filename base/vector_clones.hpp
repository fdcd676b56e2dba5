#pragma once

/// Compiles a function for processors with 256-bit vectors as well. Which of the two runs is chosen
/// when the program is loaded. Results are the same, as nothing is contracted or reordered.
// Sanitizers are not ready when the choice is made, and clang 14 does not know it for templates.
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WARPMARK_VECTOR_CLONES [[gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define WARPMARK_VECTOR_CLONES
#endif

/// Compiles a function for processors with 256-bit vectors only: without them its code is long and
/// takes long to compile. To be called if has_wide_vectors().
#if defined(__x86_64__)
#define WARPMARK_WIDE_VECTORS [[gnu::target("avx2")]]
#else
#define WARPMARK_WIDE_VECTORS
#endif

namespace warpmark {

/// Whether functions with WARPMARK_WIDE_VECTORS run here.
inline bool has_wide_vectors() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return true;
#endif
}

}  // namespace warpmark
