#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "simt/model/card_file.hpp"

namespace warpmark {

/// --card, for every verb that interprets kernels.
struct card_option {
  std::string text;

  void add_to(CLI::App& verb);

  /// The card to interpret; null if none is named. Throws usage_error for an unknown card, and on
  /// any backend (by its resolved name) but simt.
  std::shared_ptr<const model::card_file> chosen(const std::string& machine) const;

  /// Its card file, for workers; empty if none is named. Throws likewise.
  std::string file_text(const std::string& machine) const;
};

}  // namespace warpmark
