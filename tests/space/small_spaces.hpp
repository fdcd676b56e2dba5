#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/space/space.hpp"

namespace warpmark::spaces::testing {

inline space_axis numbers(const std::string& name, std::uint32_t size) {
  space_axis axis{.name = name};
  for (std::uint32_t value = 0; value < size; ++value)
    axis.values.push_back({std::to_string(value + 1), value + 1.0});
  return axis;
}

/// Calls `f` with every tuple of the product of the axes, the last axis fastest.
inline void for_each_tuple(const std::vector<space_axis>& axes,
                           const std::function<void(const level_tuple&)>& f) {
  level_tuple levels(axes.size(), 0);
  while (true) {
    f(levels);
    std::size_t axis = axes.size();
    while (axis > 0 && ++levels[axis - 1] == axes[axis - 1].size()) levels[--axis] = 0;
    if (axis == 0) return;
  }
}

struct rules_and_axes {
  std::vector<space_axis> axes;
  std::vector<rule> rules;

  bool allow(const level_tuple& levels) const {
    for (const auto& rule : rules)
      if (!rule.holds(levels)) return false;
    return true;
  }

  std::vector<level_tuple> members() const {
    std::vector<level_tuple> result;
    for_each_tuple(axes, [&](const level_tuple& levels) {
      if (allow(levels)) result.push_back(levels);
    });
    return result;
  }
};

/// Two to six axes of up to five values, and up to five rules, each of which forbids at random a
/// part of what its one to three axes may have together.
inline rules_and_axes random_rules(std::uint64_t seed) {
  random_source random(seed);
  rules_and_axes result;
  const auto axis_count = 2 + random.below(5);
  for (std::uint64_t axis = 0; axis < axis_count; ++axis)
    result.axes.push_back(
        numbers("axis" + std::to_string(axis), static_cast<std::uint32_t>(1 + random.below(5))));
  const auto rule_count = random.below(6);
  for (std::uint64_t number = 0; number < rule_count; ++number) {
    rule rule{.reason = "rule " + std::to_string(number)};
    const auto reads = 1 + random.below(3);
    for (std::uint64_t i = 0; i < reads; ++i) rule.reads.push_back(random.below(axis_count));
    const auto salt = random.below(1u << 30), forbidden = random.below(6);
    rule.holds = [axes = rule.reads, salt, forbidden](std::span<const std::uint32_t> levels) {
      std::uint64_t mixed = salt;
      for (const auto axis : axes) mixed = (mixed + levels[axis] + 1) * 0x9e3779b97f4a7c15;
      return (mixed >> 40) % 10 >= forbidden;
    };
    result.rules.push_back(std::move(rule));
  }
  return result;
}

/// Counts how often rules are asked: the work of building a space, whatever the machine.
inline std::vector<rule> counted(std::vector<rule> rules, std::uint64_t& questions) {
  for (auto& rule : rules)
    rule.holds = [holds = rule.holds, &questions](std::span<const std::uint32_t> levels) {
      ++questions;
      return holds(levels);
    };
  return rules;
}

/// Ten axes of ten values under pairs, triples and a quadruple: 10^10 tuples.
inline rules_and_axes ten_axes() {
  rules_and_axes result;
  for (int axis = 0; axis < 10; ++axis)
    result.axes.push_back(numbers("axis" + std::to_string(axis), 10));
  const auto sum_at_most = [](const std::vector<std::size_t>& reads, std::uint32_t limit) {
    return rule{"the sum is small", reads, [reads, limit](std::span<const std::uint32_t> levels) {
                  std::uint32_t sum = 0;
                  for (const auto axis : reads) sum += levels[axis];
                  return sum <= limit;
                }};
  };
  result.rules = {sum_at_most({0, 1}, 13), sum_at_most({1, 2}, 13), sum_at_most({2, 3, 4}, 21),
                  sum_at_most({5, 6, 7, 8}, 28)};
  return result;
}

inline space large_space() {
  auto rules_and_axes = ten_axes();
  return space::of_rules(std::move(rules_and_axes.axes), std::move(rules_and_axes.rules));
}

/// Tiles of a matrix product: memory and threads tie six axes together, five more are free.
inline rules_and_axes matrix_tiles() {
  rules_and_axes result;
  for (const auto* name : {"m", "n", "k", "warps_m", "warps_n", "stages"})
    result.axes.push_back(numbers(name, 10));
  for (int i = 0; i < 5; ++i) result.axes.push_back(numbers("free" + std::to_string(i), 8));
  const auto at = [](std::span<const std::uint32_t> levels, std::size_t axis) {
    return levels[axis] + 1;
  };
  result.rules = {{"shared memory",
                   {0, 1, 2, 5},
                   [at](auto l) { return (at(l, 0) + at(l, 1)) * at(l, 2) * at(l, 5) <= 200; }},
                  {"threads", {3, 4}, [at](auto l) { return at(l, 3) * at(l, 4) <= 32; }},
                  {"rows", {0, 3}, [at](auto l) { return at(l, 0) % at(l, 3) == 0; }},
                  {"columns", {1, 4}, [at](auto l) { return at(l, 1) % at(l, 4) == 0; }}};
  return result;
}

/// Six axes of `size` values each, of which the first two may not both be high; of 11: a million.
inline space six_axes(std::uint32_t size) {
  std::vector<space_axis> axes;
  axes.reserve(6);
  for (int axis = 0; axis < 6; ++axis) axes.push_back(numbers("axis" + std::to_string(axis), size));
  return space::of_rules(
      axes,
      {{"a small sum", {0, 1}, [size](auto levels) { return levels[0] + levels[1] <= size + 2; }}});
}

inline space million_configs() { return six_axes(11); }

/// A time with one minimum.
inline double bowl_time(const level_tuple& levels) {
  double time = 1;
  for (const auto level : levels) time += (level - 5.3) * (level - 5.3);
  return time;
}

}  // namespace warpmark::spaces::testing
