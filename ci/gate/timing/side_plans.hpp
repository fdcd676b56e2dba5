#pragma once

#include <map>

#include "ci/gate/sides/compared_point.hpp"
#include "ci/gate/timing/round_wire.hpp"
#include "ci/gate/timing/round_worker.hpp"

namespace warpmark::gate {

/// The sides of a round's order, opened from their folders, and their points on one device. The
/// gate and each round's process use this class, so keys mean the same to both.
class side_plans {
 public:
  /// Throws usage_error if a side cannot be read or neither has a point.
  side_plans(const round_sides& sides, const device_limits& limits);

  const comparison& compared() const { return compared_; }

  /// Why a side lacks parts of the selection: full sentences.
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// See find_plans.
  pair_plans find(const std::string& key) const;

 private:
  std::vector<std::string> warnings_;
  comparison compared_;
  std::map<std::string, const compared_point*> by_key_;
};

}  // namespace warpmark::gate
