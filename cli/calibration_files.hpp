#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "simt/model/card_file.hpp"

namespace warpmark {

/// The folder of the user's calibrations: warpmark/cards in $XDG_CONFIG_HOME or ~/.config; empty
/// without a home.
std::filesystem::path calibration_folder();

/// "nvidia_h200.json" for "NVIDIA H200".
std::string card_file_name(const std::string& card_name);

/// The calibrations in a card file, with the new one as the last. Those in the file must be of the
/// same card; there need not be a file. Throws usage_error.
std::vector<model::card_file> with_calibration(const std::filesystem::path& file,
                                               const model::card_file& calibration);

/// Writes a card file so that a failure leaves the old one. Creates its folder. Throws usage_error
/// that names -o if it cannot be written.
void write_card_file(const std::filesystem::path& file,
                     const std::vector<model::card_file>& calibrations);

}  // namespace warpmark
