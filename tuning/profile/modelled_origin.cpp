#include "tuning/profile/modelled_origin.hpp"

#include <fmt/format.h>

namespace warpmark::tuning {

using journal::json;

std::string modelled_origin::device_name() const { return card + " (modelled)"; }

std::string modelled_origin::text() const {
  return fmt::format("modelled times of {} (calibration {}), not measured", card, calibration);
}

std::optional<modelled_origin> modelled_origin_of(const json& manifest) {
  if (!manifest.is_object() || manifest.value("backend", json()) != "simt") return std::nullopt;
  const json card = manifest.value("card", json::object());
  const auto text = [&](const char* key) {
    const json value = card.is_object() ? card.value(key, json()) : json();
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  if (text("modelled_card").empty()) return std::nullopt;
  const std::string calibration = text("calibration");
  return modelled_origin{text("modelled_card"), calibration.empty() ? "none" : calibration};
}

json to_json(const modelled_origin& origin) {
  return {{"card", origin.card}, {"calibration", origin.calibration}};
}

}  // namespace warpmark::tuning
