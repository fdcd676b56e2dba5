#pragma once

#include <string_view>
#include <vector>

#include "bench/inspect/macro_table.hpp"
#include "bench/inspect/source_tokens.hpp"

namespace warpmark::inspect {

/// A declaration of namespace scope, as far as the choice of device code needs it.
struct declaration {
  enum class kind {
    function,
    type,  ///< struct, class, union or enum, with or without a body.
    variable,
    alias,          ///< typedef, using, concept, namespace x = y.
    macro_use,      ///< Of a macro that is one or more declarations.
    directive,      ///< using namespace x.
    assertion,      ///< static_assert.
    instantiation,  ///< template class x<int>.
  } what = kind::variable;
  text_range range;
  std::size_t first_token = 0, token_end = 0;
  /// What it declares, or names that could be it: a superset.
  std::vector<std::string_view> names;
  bool is_for_device = false;  ///< A host compiler is not needed for it.
  bool is_kernel = false;
  bool in_library = false;               ///< In a namespace of a library, such as std.
  std::vector<text_range> host_members;  ///< Of a class: functions that are for the host.
};

/// The declarations of a source in order, without namespaces, whose brackets belong to none. Never
/// fails: what is not C++ becomes some declaration.
std::vector<declaration> declarations_of(const token_list& source, const macro_table& macros);

}  // namespace warpmark::inspect
