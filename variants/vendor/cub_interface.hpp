#pragma once

// The interface between the program and the separate library of CUB's algorithms. C++17: nvcc reads
// it too.

#include <cstddef>
#include <cstdint>

namespace warpmark::vendor {

/// A reduction of `n` elements. With `temporary` null it only writes the size of the temporary
/// storage; else it enqueues its work into `stream`, a CUstream of the current context. Returns a
/// cudaError_t.
using cub_reduction = int (*)(void* temporary, std::size_t* temporary_bytes, const void* input,
                              void* output, std::uint64_t n, void* stream);

/// `warpmark_cub_reduce`: the reduction of these names of the problem axes ("f32", "max"); null if
/// there is none.
using cub_reduce_finder = cub_reduction (*)(const char* type, const char* op);

/// A scan of `n` elements: the same, with `n` results.
using cub_scan = cub_reduction;

/// `warpmark_cub_scan`: the scan of these names of the problem axes ("f32", "max", "exclusive");
/// null if there is none.
using cub_scan_finder = cub_scan (*)(const char* type, const char* op, const char* kind);

/// A histogram of `n` keys: 32-bit counts of the keys 0..bins-1. The rest as above.
using cub_histogram = int (*)(void* temporary, std::size_t* temporary_bytes, const void* keys,
                              void* counts, std::uint32_t bins, std::uint64_t n, void* stream);

/// `warpmark_cub_histogram`: the histogram of keys of this type ("u8"); null if there is none.
using cub_histogram_finder = cub_histogram (*)(const char* type);

/// A table of the distinct ones of `n` keys, made by a sort into `sorted_keys`: `table` gets a
/// record for each, of its zero-extended bits and its number of occurrences, both of 64 bits.
/// `*distinct`, of 64 bits, becomes their number. `n` is below 2^32. The rest as above.
using cub_sorted_count = int (*)(void* temporary, std::size_t* temporary_bytes, const void* keys,
                                 void* sorted_keys, void* table, void* distinct, std::uint64_t n,
                                 void* stream);

/// `warpmark_cub_sorted_count`: that of keys of this type ("u32"); null if there is none.
using cub_sorted_count_finder = cub_sorted_count (*)(const char* type);

/// A histogram of `n` pairs of keys: 32-bit counts in a matrix of `bins` rows, one for each key of
/// `x` from 0 to bins-1, and as many columns. The rest as above.
using cub_joint_histogram = int (*)(void* temporary, std::size_t* temporary_bytes, const void* x,
                                    const void* y, void* counts, std::uint32_t bins,
                                    std::uint64_t n, void* stream);

/// `warpmark_cub_joint_histogram`: that of keys of this type ("u8"); null if there is none.
using cub_joint_histogram_finder = cub_joint_histogram (*)(const char* type);

/// The sums of `n` weights of 32 bits by their keys, u32, from 0 to bins-1. `sums` of keys that do
/// not occur are left as they are. `scratch` has 4 * n + 1 words of 32 bits; `n` is below 2^32. The
/// rest as above.
using cub_weighted_histogram = int (*)(void* temporary, std::size_t* temporary_bytes,
                                       const void* keys, const void* weights, void* scratch,
                                       void* sums, std::uint32_t bins, std::uint64_t n,
                                       void* stream);

/// `warpmark_cub_weighted_histogram`: that of weights of this type ("f32"); null if there is none.
using cub_weighted_histogram_finder = cub_weighted_histogram (*)(const char* type);

/// A sort of `n` keys into `sorted_keys`, and of their 32-bit payloads if it is one of pairs; `n`
/// is below 2^32. Temporary storage, stream and return value are as for a reduction.
using cub_sort = int (*)(void* temporary, std::size_t* temporary_bytes, const void* keys,
                         void* sorted_keys, const void* payloads, void* sorted_payloads,
                         std::uint64_t n, void* stream);

/// `warpmark_cub_sort`: the sort by a method, "merge" or "radix", and of these names of the problem
/// axes ("f32", "u32"); null if there is none.
using cub_sort_finder = cub_sort (*)(const char* method, const char* type, const char* payload);

/// The arrays of a partition. Those of payloads are null if there are none, and those for the
/// elements that are aside if there are two parts.
struct partition_arrays {
  const void* keys;
  const void* payloads;
  void* keys_out;
  void* payloads_out;
  void* keys_aside;
  void* payloads_aside;
};

/// A partition of `n` elements, and of their 32-bit payloads if it is one of pairs. Of two parts,
/// those of at most `*pivot` come first, in their order, and the others after them, in reverse
/// order. Of three, those below it come first, in their order, the others last, in reverse order,
/// and those equal to it go aside, in their order. `counts`, of 64 bits, become the sizes of all
/// parts but the last. The rest as above.
using cub_partition = int (*)(void* temporary, std::size_t* temporary_bytes,
                              const partition_arrays* arrays, void* counts, const void* pivot,
                              std::uint64_t n, void* stream);

/// `warpmark_cub_partition`: the partition of these names of the problem axes ("f32", "u32") into 2
/// or 3 parts; null if there is none.
using cub_partition_finder = cub_partition (*)(const char* type, const char* payload, int parts);

/// What a kernel around CUB's exchange within a warp is compiled for.
struct rearrangement_kind {
  std::uint32_t element_bytes, width, unroll;
  bool inverse, split;
};

/// A rearrangement of `n` elements, done `repeats` times, by `grid` blocks of 256 threads: enqueues
/// the kernel into `stream`. Returns a cudaError_t.
using cub_rearrangement = int (*)(const void* input, void* output, std::uint64_t n,
                                  std::uint32_t repeats, std::uint32_t grid, void* stream);

/// `warpmark_cub_rearrange`: null if there is none of that kind.
using cub_rearrangement_finder = cub_rearrangement (*)(const rearrangement_kind* kind);

/// `warpmark_cub_describe`: "cudaErrorInvalidDevice (invalid device ordinal)".
using cub_describer = const char* (*)(int code);

/// `warpmark_cub_version`: CUB_VERSION, 300001 for 3.0.1.
using cub_version_teller = int (*)();

}  // namespace warpmark::vendor
