#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "variants/contract/family.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark {

/// The families and variants that a program works on. Points refer to its variants, and these to
/// its families, so it must outlive them. Moving it keeps their addresses; it cannot be copied.
class registry {
 public:
  /// Without families and variants.
  registry() = default;

  /// Keeps the order, and sets the contract of each variant and mutant. Throws
  /// std::invalid_argument if one is of none of the families.
  registry(std::vector<family> families, std::vector<variant> variants,
           std::vector<variant> mutants = {});

  registry(registry&&) = default;
  registry& operator=(registry&&) = default;

  std::span<const family> families() const { return families_; }
  std::span<const variant> variants() const { return variants_; }

  /// None of them is among variants().
  std::span<const variant> mutants() const { return mutants_; }

  /// Null if there is none of that name.
  const family* find_family(std::string_view name) const;

  /// Among variants and mutants. Null if there is none of that path ("reduce/tree_sequential",
  /// "count/mutants/zero_not_stored").
  const variant* find_variant(std::string_view path) const;

 private:
  std::vector<family> families_;
  std::vector<variant> variants_;
  std::vector<variant> mutants_;
};

/// The program's own kernels, from a table that CMake makes of the files of `variants/`: a family
/// per folder, a variant per file, in the order of the catalogue's ladder, and a mutant per file of
/// a family's folder `mutants`.
const registry& built_in_registry();

}  // namespace warpmark
