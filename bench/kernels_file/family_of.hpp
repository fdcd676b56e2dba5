#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "bench/kernels_file/description.hpp"
#include "variants/contract/family.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::kernels_file {

/// The family of a description. Its functions share ownership of `description`.
family family_of(const std::shared_ptr<const description>& description);

/// The family's variants, in the order of the file.
std::vector<variant> variants_of(const std::shared_ptr<const description>& description);

}  // namespace warpmark::kernels_file
