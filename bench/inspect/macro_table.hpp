#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "bench/inspect/source_tokens.hpp"

namespace warpmark::inspect {

/// The macros of several sources, as far as reading declarations needs them: they are not expanded.
/// A name that has several definitions is treated as the sum of them.
class macro_table {
 public:
  /// Refers to the definitions, which must outlive it.
  void add(const std::vector<macro_definition>& macros);
  /// After the last add().
  void finish();

  /// Whether a word, or a macro of that name, makes a declaration one for the device.
  bool qualifies_for_device(std::string_view word) const { return device_words_.contains(word); }
  /// Likewise, for a kernel.
  bool qualifies_kernel(std::string_view word) const { return kernel_words_.contains(word); }

  bool is_macro(std::string_view name) const { return known_.contains(name); }
  bool has_parameters(std::string_view name) const;
  /// Whether a use may be one or more whole declarations.
  bool is_declaration(std::string_view name) const;

  /// The definitions of a name.
  const std::vector<const macro_definition*>& definitions(std::string_view name) const;

 private:
  void close_over_uses(std::set<std::string_view>& words) const;

  std::map<std::string_view, std::vector<const macro_definition*>> known_;
  std::set<std::string_view> device_words_, kernel_words_;
};

}  // namespace warpmark::inspect
