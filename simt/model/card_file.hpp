#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/device_limits.hpp"
#include "simt/model/card_constants.hpp"

namespace warpmark::model {

/// How the value of a constant was found.
enum class constant_kind { measured, published, data_sheet, estimated };

/// "measured", "published", "data sheet" or "estimated".
std::string_view name(constant_kind kind);

/// One calibration of a card: its constants, each with its source. A card file
/// (`simt/cards/*.json`, docs/cards.md) has one or several.
struct card_file {
  std::string name;                ///< "NVIDIA H200"
  std::string compute_capability;  ///< "9.0"
  int multiprocessors = 0;
  std::string measured_at;  ///< UTC, ISO 8601; empty: the card itself was not calibrated.
  std::string driver_version;
  std::string tool;  ///< Program and commit of the measurement.
  card_constants constants;
  std::map<std::string, std::string> sources;  ///< By key: "measured: …", "data sheet: …".

  /// "sm_90"
  std::string architecture() const;
  /// The limits of its architecture, with its number of multiprocessors.
  device_limits limits() const;
  constant_kind kind_of(std::string_view key) const;
};

inline constexpr std::string_view card_schema = "warpmark-card/2";
/// The schema of files with one calibration, whose fields are those of the file. Also read.
inline constexpr std::string_view single_calibration_schema = "warpmark-card/1";

inline constexpr std::size_t max_calibrations = 100;  ///< Of one card file.

/// The text of a card file, keys in a fixed order. The calibrations are of one card.
nlohmann::ordered_json to_json(std::span<const card_file> calibrations);
nlohmann::ordered_json to_json(const card_file& card);

/// Reads a card file: its calibrations, the newest last. Throws usage_error with `where`, the key
/// and the expected value for an unknown schema, architecture or constant, or a constant that is
/// missing without a stated default, is not above zero or has no source of a known kind.
std::vector<card_file> calibrations_from_json(const nlohmann::json& text, const std::string& where);

/// The newest calibration of a card file. Throws likewise.
card_file card_from_json(const nlohmann::json& text, const std::string& where);

/// The embedded card files, by file name: all their calibrations, the newest of a card last.
const std::vector<std::vector<card_file>>& embedded_calibrations();

/// The card that the interpreter models unless another one is chosen, if it has this architecture
/// ("sm_90", "sm_90a").
const card_file* card_for_architecture(const std::string& architecture);

}  // namespace warpmark::model
