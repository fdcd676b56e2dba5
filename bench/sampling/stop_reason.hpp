#pragma once

#include <cstdint>
#include <string_view>

namespace warpmark {

/// Why sampling ended.
enum class stop_reason : std::uint8_t {
  precision,    ///< The median's interval is as narrow as requested.
  budget,       ///< The wall time for a point is spent.
  max_samples,  ///< As many samples as allowed.
  beaten,       ///< Slower than the time to beat.
  exact,        ///< Interpreted: one execution tells all there is.
};

/// As the journal has it.
constexpr std::string_view name(stop_reason reason) {
  constexpr std::string_view names[] = {"precision", "budget", "max_samples", "beaten", "exact"};
  return names[static_cast<std::size_t>(reason)];
}

}  // namespace warpmark
