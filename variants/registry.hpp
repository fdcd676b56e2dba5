#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "variants/contract/family.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark {

/// Every family: one folder of `variants/`, from a table that CMake makes of the folders.
std::span<const family> all_families();

/// Every variant: one file of a family's folder, in the order of the catalogue's ladder.
std::span<const variant> all_variants();

/// Every mutant: one file of a family's folder `mutants`. None of them is among all_variants().
std::span<const variant> all_mutants();

/// Null if there is none of that name.
const family* find_family(std::string_view name);

/// Among variants and mutants. Null if there is none of that path ("reduce/tree_sequential",
/// "count/mutants/zero_not_stored").
const variant* find_variant(std::string_view path);

/// From now on these families and variants, in this order, are all there are: the built-in ones and
/// the mutants are gone, and pointers to them with them. For the start of a program that works on
/// kernels that are not its own.
void replace_registry(std::vector<family> families, std::vector<variant> variants);

/// The problem axes of the variant's family, with the variant's own bases
/// (variant::default_problem). None of a mutant's is swept.
std::vector<axis> problem_axes_of(const variant& variant);

}  // namespace warpmark
