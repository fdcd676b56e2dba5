#include "bench/inspect/macro_table.hpp"

#include <algorithm>

namespace warpmark::inspect {

void macro_table::add(const std::vector<macro_definition>& macros) {
  for (const auto& macro : macros) known_[macro.name].push_back(&macro);
}

void macro_table::finish() {
  // NVRTC compiles constexpr functions for the device, as nvcc does with
  // --expt-relaxed-constexpr.
  device_words_ = {"__global__",  "__device__", "__constant__", "__shared__",
                   "__managed__", "constexpr",  "consteval"};
  kernel_words_ = {"__global__"};
  close_over_uses(device_words_);
  close_over_uses(kernel_words_);
}

bool macro_table::has_parameters(std::string_view name) const {
  const auto& all = definitions(name);
  return std::any_of(all.begin(), all.end(),
                     [](const auto* macro) { return macro->has_parameters; });
}

bool macro_table::is_declaration(std::string_view name) const {
  const auto& all = definitions(name);
  return std::any_of(all.begin(), all.end(),
                     [](const auto* macro) { return macro->is_declaration; });
}

const std::vector<const macro_definition*>& macro_table::definitions(std::string_view name) const {
  static const std::vector<const macro_definition*> none;
  const auto found = known_.find(name);
  return found == known_.end() ? none : found->second;
}

// Adds the macros whose bodies have one of the words, and the users of these.
void macro_table::close_over_uses(std::set<std::string_view>& words) const {
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const auto& [name, definitions] : known_)
      for (const auto* macro : definitions)
        if (!words.contains(name) &&
            std::any_of(macro->words.begin(), macro->words.end(),
                        [&](std::string_view word) { return words.contains(word); }))
          has_grown = words.insert(name).second;
  }
}

}  // namespace warpmark::inspect
