#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "bench/workers/coordinator.hpp"

namespace warpmark::workers {

/// A coordinator whose worker processes can be exchanged for fresh ones.
class renewable_team {
 public:
  using maker = std::function<std::unique_ptr<coordinator>()>;

  /// Starts the first processes. Throws what `make` throws.
  explicit renewable_team(maker make) : make_(std::move(make)), team_(make_()) {}

  coordinator& now() { return *team_; }
  const coordinator& now() const { return *team_; }

  /// Throws what `make` throws; then there is no team.
  void start_afresh() {
    team_.reset();  // Its processes must release the card before others use it.
    team_ = make_();
  }

 private:
  maker make_;
  std::unique_ptr<coordinator> team_;
};

}  // namespace warpmark::workers
