#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::merge {

/// How kernels/merge/thread_serial_vec4.cuh merges: V keys per vector, and `ahead` vectors of
/// either run in registers in addition to those being merged.
struct serial_shape {
  std::uint32_t block;
  std::uint32_t width;
  std::string network;  ///< Of each half after a step: "half_cleaners" or "odd_even_merge".
  std::uint32_t ahead;
  bool selects;  ///< Refills by selects instead of a branch.
};

serial_shape serial_shape_of(const config& config);

/// Axes "width", "network", "ahead" and "refill".
std::vector<axis> serial_axes();

/// Constraints on them.
std::vector<constraint> serial_constraints();

/// Element types that fit the vectors.
std::vector<element_type> key_types();

/// Sorts every `width` keys with the network of that name, one thread each.
void add_network(keyed_plan& plan, const std::string& network, std::uint32_t width,
                 std::uint32_t block, const keyed_buffers& from, const keyed_buffers& to);

/// Merges pairs of runs of `run` keys, a multiple of shape.width, one thread each.
void add_serial_pass(keyed_plan& plan, const serial_shape& shape, std::uint64_t run,
                     const keyed_buffers& from, const keyed_buffers& to);

/// "payload" is none: vectors permute keys, and have no room for payloads.
constraint keys_only();

}  // namespace warpmark::merge
