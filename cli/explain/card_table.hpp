#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "simt/model/card_file.hpp"

namespace warpmark {

/// A card of which all calibrations are known, the newest last.
using calibrated_card = std::vector<model::card_file>;

/// The cards that names, card files or NAME@DATE choose, all embedded ones for none. Throws
/// usage_error with `--cards`.
std::vector<calibrated_card> cards_to_show(const std::vector<std::string>& names);

/// Tables of what differs between the cards, and a line of what is the same on all of them. Each
/// constant has its kind: m measured, p published, d data sheet, e estimated.
std::string card_tables(const std::vector<calibrated_card>& cards);

/// All limits and constants of the cards, with sources.
nlohmann::ordered_json cards_json(const std::vector<calibrated_card>& cards);

}  // namespace warpmark
