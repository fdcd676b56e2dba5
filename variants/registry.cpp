#include "variants/registry.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "registry_table.hpp"

namespace warpmark {
namespace {

// Those of the newest release have plain names; those of every release that is installed, names
// with the release.
void add_cub_variants(std::vector<variant>& variants) {
  const auto& cubs = vendor::installed_cubs();
  for (auto& newest : registry_detail::make_cub_variants(cubs.front()))
    variants.push_back(std::move(newest));
  for (const auto& cub : cubs) {
    if (cub.release().empty()) continue;
    for (auto& of_release : registry_detail::make_cub_variants(cub)) {
      of_release.name += "@" + cub.release();
      of_release.companion = true;
      variants.push_back(std::move(of_release));
    }
  }
}

}  // namespace

registry::registry(std::vector<family> families, std::vector<variant> variants,
                   std::vector<variant> mutants)
    : families_(std::move(families)), variants_(std::move(variants)), mutants_(std::move(mutants)) {
  for (auto* kind : {&variants_, &mutants_})
    for (variant& variant : *kind) {
      variant.contract = find_family(variant.family);
      if (variant.contract == nullptr)
        throw std::invalid_argument(variant.path() + " is of no family of its registry");
    }
}

const family* registry::find_family(std::string_view name) const {
  for (const auto& candidate : families_)
    if (candidate.name == name) return &candidate;
  return nullptr;
}

const variant* registry::find_variant(std::string_view path) const {
  for (const auto* kind : {&variants_, &mutants_})
    for (const auto& candidate : *kind)
      if (candidate.path() == path) return &candidate;
  return nullptr;
}

const registry& built_in_registry() {
  static const registry built_in = [] {
    auto variants = registry_detail::make_variants();
    add_cub_variants(variants);
    std::stable_sort(variants.begin(), variants.end(), [](const variant& a, const variant& b) {
      return a.family != b.family ? a.family < b.family : a.level < b.level;
    });
    return registry(registry_detail::make_families(), std::move(variants),
                    registry_detail::make_mutants());
  }();
  return built_in;
}

}  // namespace warpmark
