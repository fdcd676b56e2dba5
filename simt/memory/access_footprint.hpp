#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/memory/global_memory.hpp"
#include "simt/memory/memory_access.hpp"

namespace warpmark::simt {

/// The words of global memory that the blocks of one host thread load, store and change by atomics.
/// Blocks of two host threads do not depend on each other unless their footprints conflict.
class access_footprint {
 public:
  explicit access_footprint(const global_memory& memory);

  /// Adds an access, whose bytes are all mapped. `whole`: the allocation that has all of them, if
  /// known.
  void add(const access& access, const access_pattern& pattern, const allocation* whole);

  /// The same for adjacent bytes of one allocation, `length` of them.
  void add_bytes(access_kind kind, const allocation& in, std::uint64_t address,
                 std::uint64_t length);

  /// Whether a word is stored on one side and accessed on the other, or changed by atomics on one
  /// side and loaded on the other. Atomics on both sides do not conflict.
  bool conflicts_with(const access_footprint& other) const;
  /// Adds the accesses of the other one.
  void merge(const access_footprint& other);

 private:
  static constexpr std::uint64_t word_bytes = 4, words_per_mask = 32, masks_per_chunk = 32;
  static constexpr std::uint64_t chunk_words = words_per_mask * masks_per_chunk;
  static constexpr std::size_t kinds = 3;  // access_kind.
  // A bit per word, by kind.
  using chunk = std::array<std::array<std::uint32_t, masks_per_chunk>, kinds>;
  using chunks = std::vector<std::unique_ptr<chunk>>;  // Null where nothing is accessed.

  static bool conflict(const chunk& one, const chunk& other);

  const global_memory& memory_;
  std::vector<chunks> allocations_;  // Parallel to memory_.live().
};

}  // namespace warpmark::simt
