#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace warpmark::compiler {

/// A device architecture, "sm_90a", or a virtual one, "compute_90".
struct ptx_target {
  int number = 0;     ///< Major version times ten plus minor version.
  char features = 0;  ///< 'a': of this architecture only, 'f': of its family; 0: of all later ones.

  auto operator<=>(const ptx_target&) const = default;  ///< Newer and more specific is greater.
};

/// Of "sm_90a" or "compute_90a"; empty for other texts.
std::optional<ptx_target> parse_target(std::string_view text);

/// Whether PTX of `target` runs on a device. The device's own features do not matter: "sm_90" names
/// a device that runs `sm_90a`.
bool runs_on(const ptx_target& target, const ptx_target& device);

/// "sm_90a"
std::string target_text(const ptx_target& target);

}  // namespace warpmark::compiler
