#pragma once

#include <memory>

#include "bench/plugins/plugin_library.hpp"
#include "variants/registry.hpp"

namespace warpmark::plugins {

/// The families and variants of a plugin, and those families of `known` to which it adds variants,
/// with all of their variants. Throws usage_error "PATH: …" for a description that is wrong, or a
/// base point that cannot be planned.
registry registry_of(const std::shared_ptr<const plugin_library>& library,
                     const registry& known = built_in_registry());

}  // namespace warpmark::plugins
