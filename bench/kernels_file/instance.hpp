#pragma once

#include <cstdint>
#include <memory>

#include "bench/kernels_file/description.hpp"
#include "variants/contract/family.hpp"

namespace warpmark::kernels_file {

/// The inputs of a problem, and the judge of its outputs: by .npy files, by what expect() was
/// given, or by nothing. Keeps a reference to `what`.
std::unique_ptr<problem_instance> instance_of(const description& description,
                                              const problem& problem, std::uint64_t seed);

}  // namespace warpmark::kernels_file
