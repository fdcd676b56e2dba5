#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "simt/model/card_constants.hpp"

namespace warpmark::model {

/// A card file (`simt/cards/*.json`): the card's constants, each with its source.
struct card_file {
  std::string name;                ///< "NVIDIA H200"
  std::string compute_capability;  ///< "9.0"
  int multiprocessors = 0;
  std::string measured_at;  ///< UTC, ISO 8601.
  std::string driver_version;
  std::string tool;  ///< Program and commit of the measurement.
  card_constants constants;
  std::map<std::string, std::string> sources;  ///< By key: "measured: …", "datasheet: …".
};

inline constexpr std::string_view card_schema = "warpmark-card/1";

/// The text of a card file, keys in a fixed order.
nlohmann::ordered_json to_json(const card_file& card);

/// Reads a card file. Throws usage_error with `where`, the key and the expected value for an
/// unknown schema, an unknown or missing constant, or one that is not above zero or has no source.
card_file card_from_json(const nlohmann::json& text, const std::string& where);

/// The embedded card files, by file name.
std::vector<card_file> embedded_cards();

/// The embedded card file for devices of this architecture ("sm_90"), if there is one.
const card_file* card_for_architecture(const std::string& architecture);

}  // namespace warpmark::model
