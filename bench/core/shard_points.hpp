#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "bench/core/planned_points.hpp"
#include "bench/core/shard.hpp"

namespace warpmark {

/// The points of a plan whose problems are in a shard, in the plan's order. May be empty.
class shard_points : public planned_points {
 public:
  shard_points(std::unique_ptr<const planned_points> whole, const shard& part)
      : whole_(std::move(whole)), part_(part) {}

  /// Goes through all problems, once: 10^7 of them take about ten seconds.
  std::uint64_t count() const override { return counted().points; }
  std::map<const variant*, std::uint64_t> count_by_variant() const override {
    return counted().by_variant;
  }
  /// Of the whole plan: what constraints exclude has no shard.
  std::map<std::string, std::uint64_t> pruned() const override { return whole_->pruned(); }
  std::function<bool(const std::string& key)> membership() const override;
  std::function<std::optional<problem_points>()> problems() const override;

 private:
  struct counts {
    std::uint64_t points = 0;
    std::map<const variant*, std::uint64_t> by_variant = {};
  };
  const counts& counted() const;

  std::unique_ptr<const planned_points> whole_;
  shard part_;
  mutable std::optional<counts> counts_ = {};
};

}  // namespace warpmark
