#include "bench/sampling/throttle_reasons.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace warpmark::sampling {
namespace {

constexpr std::array<std::pair<std::uint64_t, std::string_view>, 4> spoiling{
    {{throttle::hardware_slowdown, "slowdown by hardware"},
     {throttle::software_thermal, "thermal slowdown by software"},
     {throttle::hardware_thermal, "thermal slowdown by hardware"},
     {throttle::power_brake, "power brake"}}};

}  // namespace

std::string throttle::spoiling_names(std::uint64_t reasons) {
  std::string names;
  for (const auto& [reason, name] : spoiling) {
    if ((reasons & reason) == 0) continue;
    if (!names.empty()) names += ", ";
    names += name;
  }
  return names;
}

}  // namespace warpmark::sampling
