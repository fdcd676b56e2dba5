#pragma once

#include <string>
#include <vector>

#include "simt/model/card_file.hpp"

namespace warpmark::model {

/// The calibrations of the card that `text` names, the newest last: of a card file (a path, or a
/// name that ends in ".json"), or of the embedded card with this name. Case and punctuation do not
/// matter; words of the name or a part of it suffice if one card alone has them, or several that
/// have the same architecture and number of multiprocessors, of which it is the first. Throws
/// usage_error with `option` and the known cards for a name of none or of several, or a file that
/// cannot be read.
std::vector<card_file> choose_calibrations(const std::string& option, const std::string& text);

/// The newest calibration of the card NAME or FILE, or with NAME@DATE the one whose date begins so.
/// Throws likewise.
card_file choose_card(const std::string& option, const std::string& text);

/// The calibrations in a card file, the newest last. Throws usage_error with its path.
std::vector<card_file> read_card_file(const std::string& path);

/// The names of the embedded cards: "NVIDIA H200, NVIDIA B200".
std::string known_cards();

}  // namespace warpmark::model
