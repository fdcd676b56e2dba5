#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "bench/journal/writer.hpp"
#include "ci/gate/timing/device_trial.hpp"
#include "cli/axis_options.hpp"

namespace warpmark {

/// Options of `aa` and `selftest` to run the gate on a card instead of the noise model.
struct card_trial_options {
  std::string backend = "model";
  axis_options select;
  std::string kernels_file, plugin;
  std::string cache_folder;
  std::string rounds_file;  ///< Receives every pair, suite by suite.
  int device = 0;

  void add_to(CLI::App& verb);

  /// Throws usage_error for an unknown backend, and for card options with the noise model.
  bool on_card() const;

  /// Opens the card. Throws usage_error.
  std::unique_ptr<gate::device_trial> open(std::uint64_t seed, std::size_t pairs_per_round) const;
};

}  // namespace warpmark
