#include "variants/registry.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "registry_table.hpp"

namespace warpmark {

namespace {

struct registry {
  std::vector<family> families = registry_detail::make_families();
  std::vector<variant> variants = registry_detail::make_variants();
  std::vector<variant> mutants = registry_detail::make_mutants();

  registry() {
    std::stable_sort(variants.begin(), variants.end(), [](const variant& a, const variant& b) {
      return a.family != b.family ? a.family < b.family : a.level < b.level;
    });
  }
};

registry& the_registry() {
  static registry table;
  return table;
}

}  // namespace

std::span<const family> all_families() { return the_registry().families; }

std::span<const variant> all_variants() { return the_registry().variants; }

std::span<const variant> all_mutants() { return the_registry().mutants; }

void replace_registry(std::vector<family> families, std::vector<variant> variants) {
  the_registry().families = std::move(families);
  the_registry().variants = std::move(variants);
  the_registry().mutants.clear();
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

std::vector<axis> problem_axes_of(const variant& variant) {
  std::vector<axis> axes = find_family(variant.family)->axes;
  for (const auto& [name, value] : variant.default_problem)
    for (auto& along : axes)
      if (along.name == name) along.base = value;
  if (variant.mutant)
    for (auto& along : axes) along.swept = false;
  return axes;
}

}  // namespace warpmark
