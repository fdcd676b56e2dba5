#include "variants/registry.hpp"

#include <algorithm>
#include <vector>

#include "registry_table.hpp"

namespace warpmark {

std::span<const family> all_families() {
  static const std::vector<family> families = registry_detail::make_families();
  return families;
}

std::span<const variant> all_variants() {
  static const std::vector<variant> variants = [] {
    auto made = registry_detail::make_variants();
    std::stable_sort(made.begin(), made.end(), [](const variant& a, const variant& b) {
      return a.family != b.family ? a.family < b.family : a.rung < b.rung;
    });
    return made;
  }();
  return variants;
}

std::span<const variant> all_mutants() {
  static const std::vector<variant> mutants = registry_detail::make_mutants();
  return mutants;
}

const family* find_family(std::string_view name) {
  for (const auto& candidate : all_families())
    if (candidate.name == name) return &candidate;
  return nullptr;
}

const variant* find_variant(std::string_view path) {
  for (const auto& candidate : all_variants())
    if (candidate.path() == path) return &candidate;
  for (const auto& candidate : all_mutants())
    if (candidate.path() == path) return &candidate;
  return nullptr;
}

std::vector<axis> problem_axes_of(const variant& of) {
  std::vector<axis> axes = find_family(of.family)->axes;
  for (const auto& [name, value] : of.home)
    for (auto& along : axes)
      if (along.name == name) along.base = value;
  if (of.mutant)
    for (auto& along : axes) along.swept = false;
  return axes;
}

}  // namespace warpmark
