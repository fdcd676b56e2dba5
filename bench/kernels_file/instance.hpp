#pragma once

#include <cstdint>
#include <memory>

#include "bench/kernels_file/description.hpp"
#include "variants/contract/family.hpp"

namespace warpmark::kernels_file {

/// The inputs of a problem and the check of its outputs: against .npy files, against the outputs
/// passed to expect(), or none. Keeps a reference to `description`.
std::unique_ptr<problem_instance> instance_of(const description& description,
                                              const problem& problem, std::uint64_t seed);

}  // namespace warpmark::kernels_file
