#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bench/workers/coordinator.hpp"

namespace warpmark {

/// Which workers a verb needs.
struct team_request {
  workers::worker_order order;  ///< Of each, but for its card and the ceilings that it quotes.
  std::string devices = "0";    ///< Of backend cuda: see choose_devices.
  workers::phase_limits limits = {};
  /// The ceilings to quote on the card of a UUID; empty: they are measured, on a card.
  std::function<measured_ceilings(const std::string&)> ceilings = {};
};

/// One worker a card, or one for another machine. Throws usage_error for cards that are not there,
/// workers::worker_unavailable if one cannot work.
std::unique_ptr<workers::coordinator> start_team(const team_request& team_request);

}  // namespace warpmark
