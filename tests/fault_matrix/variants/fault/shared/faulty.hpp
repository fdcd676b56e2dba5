#pragma once

#include <cstdint>
#include <string>

#include "variants/contract/variant.hpp"

namespace warpmark::fault {

/// Describes one execution of a variant of this family; the defaults are those of a correct one.
struct execution {
  std::string file;        ///< Of the kernel, without folder and ending.
  std::string expression;  ///< Name expression below the namespace; empty: `file`.
  std::uint32_t block = 128;
  std::size_t scratch_bytes = 0;
  std::size_t dynamic_shared_bytes = 0;
};

/// The plan of one launch over all n elements.
launch_plan plan_of(const execution& execution, const problem& problem);

/// A variant with one config. `level` decides its position among the points of a problem.
variant faulty(const std::string& name, const std::string& summary, const execution& execution,
               int level = 2);

}  // namespace warpmark::fault
