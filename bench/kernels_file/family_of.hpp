#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "bench/kernels_file/description.hpp"
#include "variants/contract/family.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::kernels_file {

/// The family that a kernels file describes. Its functions share `what`.
family family_of(const std::shared_ptr<const description>& what);

/// Its variants, in the order of the file.
std::vector<variant> variants_of(const std::shared_ptr<const description>& what);

}  // namespace warpmark::kernels_file
