#pragma once

#include <optional>
#include <string_view>

namespace warpmark::gate {

/// The fraction that "5 %" or "0.5%" means; nullopt for any other text.
std::optional<double> parse_percentage(std::string_view text);

}  // namespace warpmark::gate
