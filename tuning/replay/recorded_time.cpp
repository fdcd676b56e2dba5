#include "tuning/replay/recorded_time.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::tuning {
namespace {

constexpr double min_ns = 1e-3;
constexpr double max_ns = 1e16;

// Shortened for a message.
std::string shown(const nlohmann::ordered_json& value) {
  constexpr std::size_t max_characters = 60;
  std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > max_characters) text = text.substr(0, max_characters) + "…";
  return text;
}

}  // namespace

double recorded_time(const nlohmann::ordered_json& value, double unit_ns,
                     const std::function<std::string()>& place) {
  const double time_ns = value.is_number() ? value.get<double>() * unit_ns : 0;
  if (!(time_ns >= min_ns && time_ns <= max_ns))
    throw usage_error(fmt::format("{} is {}; expected a number from {:g} to {:g}", place(),
                                  shown(value), min_ns / unit_ns, max_ns / unit_ns));
  return value.get<double>();
}

}  // namespace warpmark::tuning
