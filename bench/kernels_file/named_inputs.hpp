#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "variants/contract/family.hpp"

namespace warpmark::kernels_file {

/// A problem whose inputs are kept by name, for those who fill them and judge its outputs.
class named_inputs : public problem_instance {
 public:
  std::span<const std::byte> input(std::string_view name) const override {
    const auto found = inputs_.find(std::string(name));
    if (found == inputs_.end()) throw std::out_of_range(fmt::format("no input '{}'", name));
    return found->second;
  }

 protected:
  std::map<std::string, std::vector<std::byte>> inputs_;
};

}  // namespace warpmark::kernels_file
