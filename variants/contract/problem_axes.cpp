#include "variants/contract/problem_axes.hpp"

#include "variants/contract/distribution.hpp"

namespace warpmark {
namespace {

std::vector<parameter_value> powers_of_two(int first, int last, int step) {
  std::vector<parameter_value> values;
  for (int exponent = first; exponent <= last; exponent += step)
    values.emplace_back(std::int64_t{1} << exponent);
  return values;
}

}  // namespace

axis type_axis() {
  std::vector<parameter_value> names;
  for (const auto type : all_element_types()) names.emplace_back(std::string(name(type)));
  return {.name = "type", .summary = "element type", .values = names, .base = "i32"};
}

axis size_axis() {
  return {.name = "n",
          .summary = "elements",
          .values = powers_of_two(10, 28, 3),
          .base = std::int64_t{1} << 22,
          .swept = true,
          .interpreted_values = powers_of_two(10, 20, 2),
          .min = 0,
          .max = std::int64_t{1} << 34};
}

axis operator_axis(const std::vector<std::string>& names) {
  return {
      .name = "op", .summary = "operator", .values = {names.begin(), names.end()}, .base = "sum"};
}

axis offset_axis() {
  return {.name = "offset",
          .summary = "elements from an aligned address to where the data begin",
          .values = {std::int64_t{0}, std::int64_t{1}, std::int64_t{3}},
          .base = std::int64_t{0},
          .min = 0,
          .max = 15};
}

axis distribution_axis(const std::vector<std::string>& more) {
  auto names = distribution_names();
  names.insert(names.end(), more.begin(), more.end());
  return {.name = "dist",
          .summary = "input distribution",
          .values = {names.begin(), names.end()},
          .base = "uniform"};
}

axis payload_axis() {
  return {.name = "payload",
          .summary = "payload of each key: none, or its index in 32 bits",
          .values = {"none", "u32"},
          .base = "none"};
}

element_type element_type_of(const problem& problem) {
  return *parse_element_type(problem.text("type"));
}

std::uint64_t n_of(const problem& problem) {
  return static_cast<std::uint64_t>(problem.integer("n"));
}

std::size_t input_offset(const problem& problem) {
  return problem.find("offset") == nullptr ? 0
                                           : static_cast<std::size_t>(problem.integer("offset"));
}

std::size_t input_bytes(const problem& problem) {
  return static_cast<std::size_t>(problem.integer("n")) * size_bytes(element_type_of(problem));
}

}  // namespace warpmark
