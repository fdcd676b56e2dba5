#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bench/workers/coordinator.hpp"

namespace warpmark {

/// The workers that a verb needs.
struct team_request {
  workers::worker_order order;   ///< For each worker, without its card and ceilings.
  std::string devices = "0";     ///< For backend cuda: see choose_devices.
  std::size_t interpreters = 1;  ///< For backend simt: the number of workers.
  workers::phase_limits limits = {};
  /// The ceilings of the card with a UUID; empty: they are measured.
  std::function<measured_ceilings(const std::string&)> ceilings = {};
};

/// One worker per card, the requested number for backend simt, or one. Throws usage_error for
/// missing cards, workers::worker_unavailable if one cannot work.
std::unique_ptr<workers::coordinator> start_team(const team_request& team_request);

}  // namespace warpmark
