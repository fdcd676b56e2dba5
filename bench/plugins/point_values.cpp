#include "bench/plugins/point_values.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace warpmark::plugins {

point_values::point_values(const parameters& problem, const parameters* config) {
  for (const parameters* part : {&problem, config}) {
    if (part == nullptr) continue;
    for (const auto& item : *part) {
      warpmark_value value{};
      value.axis = item.first.c_str();
      if (const auto* text = std::get_if<std::string>(&item.second))
        value.text = text->c_str();
      else
        value.integer = std::get<std::int64_t>(item.second);
      values_.push_back(value);
    }
  }
  point_ = {values_.data(), values_.size()};
}

}  // namespace warpmark::plugins
