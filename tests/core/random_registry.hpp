#pragma once

#include <string>
#include <vector>

#include "bench/space/random_source.hpp"
#include "variants/contract/variant.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {

inline axis numbers(std::string name, std::int64_t first, std::int64_t last) {
  axis along{.name = std::move(name), .summary = {}, .values = {}, .base = first, .swept = true};
  for (auto value = first; value <= last; ++value) along.values.emplace_back(value);
  along.min = first;
  along.max = last;
  return along;
}

inline variant plain_variant(const std::string& family, const std::string& name) {
  variant result{.family = family, .name = name};
  result.types = {element_type::i32, element_type::f32};
  return result;
}

/// One family with up to three variants, at random: axes of problems and configs, some of whose
/// values are no others' or none of the variant's, problems that the family has not, and
/// constraints over any of them.
inline registry random_registry(std::uint64_t seed) {
  spaces::random_source random(seed);
  const auto any_of = [&](std::vector<std::string> names) {
    return names[random.below(names.size())];
  };
  family all{.name = "random"};
  all.axes = {{.name = "type", .summary = {}, .values = {"i32", "u8", "f32"}, .base = "i32"},
              numbers("n", 1, 1 + static_cast<std::int64_t>(random.below(4))),
              {.name = "op", .summary = {}, .values = {"sum", "max"}, .base = "sum"}};
  all.axes[0].swept = all.axes[2].swept = true;
  all.axes[1].max = 8;
  const auto missing = random.below(6);
  all.problem_error = [missing](const problem& problem) {
    const auto n = static_cast<std::uint64_t>(problem.integer("n"));
    if (n == missing) return std::string("n is the missing one");
    if (n > 2 && problem.text("op") == "max") return "there is no max of " + std::to_string(n);
    return std::string();
  };
  std::vector<variant> variants;
  const auto variant_count = 1 + random.below(3);
  for (std::uint64_t number = 0; number < variant_count; ++number) {
    variant variant = plain_variant("random", "v" + std::to_string(number));
    if (random.below(3) == 0) variant.types = {element_type::u8};
    if (random.below(2) == 0) variant.operators = {"sum"};
    if (random.below(3) == 0) variant.default_problem = {{"n", std::int64_t{2}}};
    const auto axis_count = random.below(4);
    for (std::uint64_t axis = 0; axis < axis_count; ++axis)
      variant.axes.push_back(numbers(std::string(1, static_cast<char>('a' + axis)),
                                     1 + static_cast<int>(random.below(3)),
                                     4 + static_cast<int>(random.below(3))));
    std::vector<std::string> names = {"n"};
    for (const auto& along : variant.axes) names.push_back(along.name);
    const auto rule_count = random.below(4);
    for (std::uint64_t rule = 0; rule < rule_count; ++rule) {
      const std::string first = any_of(names), second = any_of(names);
      const auto salt = random.below(1u << 30), forbidden = random.below(7);
      variant.constraints.push_back(
          {first + " goes with " + second,
           [=](const problem& problem, const config& config, const device_limits&) {
             const auto value = [&](const std::string& name) {
               return static_cast<std::uint64_t>(name == "n" ? problem.integer(name)
                                                             : config.integer(name));
             };
             std::uint64_t mixed = (salt + value(first)) * 0x9e3779b97f4a7c15;
             mixed = (mixed + value(second)) * 0x9e3779b97f4a7c15;
             return (mixed >> 40) % 10 >= forbidden;
           }});
    }
    variants.push_back(std::move(variant));
  }
  return {{std::move(all)}, std::move(variants)};
}

}  // namespace warpmark::tests
