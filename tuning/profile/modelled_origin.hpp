#pragma once

#include <optional>
#include <string>

#include "bench/journal/lines.hpp"

namespace warpmark::tuning {

/// Where modelled times come from. They are never taken for measured ones: the name of their card
/// ends in "(modelled)" wherever it is exported.
struct modelled_origin {
  std::string card;         ///< The card of the constants: "NVIDIA A100-PCIE-40GB".
  std::string calibration;  ///< When they were measured on it, or "none".

  /// "NVIDIA A100-PCIE-40GB (modelled)": as no card calls itself.
  std::string device_name() const;
  /// "modelled times of NVIDIA L4 (calibration none), not measured"
  std::string text() const;
};

/// Of a journal whose times are modelled for a card that was named; nothing for other journals.
std::optional<modelled_origin> modelled_origin_of(const journal::json& manifest);

/// {"card": …, "calibration": …}
journal::json to_json(const modelled_origin& origin);

}  // namespace warpmark::tuning
