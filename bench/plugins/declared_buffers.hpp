#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/value_type.hpp"
#include "bench/inspect/buffer_definition.hpp"
#include "include/warpmark/plugin.h"
#include "variants/contract/parameters.hpp"

namespace warpmark::plugins {

/// A buffer of a plugin at one point.
struct declared_buffer {
  std::string name;
  warpmark_role role = warpmark_input;
  inspect::value_type type;
  std::uint64_t count = 0;
  std::optional<std::string> init;
  double absolute = 0, relative = 0;

  std::uint64_t bytes() const { return count * size_bytes(type); }
  bool is_asked() const { return role == warpmark_scratch && count == 0; }
  bool has_contents() const { return role == warpmark_input || role == warpmark_inout; }
  bool is_judged() const { return role == warpmark_output || role == warpmark_inout; }

  /// For its initial contents. Throws usage_error for contents that its type cannot have.
  inspect::buffer_definition definition() const;
};

/// The buffers of a problem that all variants of a family share. Throws usage_error if the plugin
/// fails, and for a buffer that is not allowed there.
std::vector<declared_buffer> buffers_of(const warpmark_family& family, const parameters& problem);

/// A variant's own buffers. Those of a variant of a built-in family may be outputs, too.
std::vector<declared_buffer> buffers_of(const warpmark_variant& variant, const parameters& problem,
                                        const parameters& config, bool is_of_built_in_family);

}  // namespace warpmark::plugins
