#pragma once

#include <cstdint>
#include <string>

/// Reasons for lower clocks, as bits of nvmlDeviceGetCurrentClocksEventReasons.
namespace warpmark::sampling::throttle {

constexpr std::uint64_t software_power_cap = 0x4;
constexpr std::uint64_t hardware_slowdown = 0x8;
constexpr std::uint64_t software_thermal = 0x20;
constexpr std::uint64_t hardware_thermal = 0x40;
constexpr std::uint64_t power_brake = 0x80;

constexpr std::uint64_t thermal = software_thermal | hardware_thermal;
constexpr std::uint64_t power = software_power_cap | power_brake;

/// Reasons under which samples are dropped, since they depend on the board more than on the kernel.
constexpr std::uint64_t spoils_samples = hardware_slowdown | thermal | power_brake;

/// "thermal slowdown by hardware, power brake": those of `reasons` under which samples are dropped.
std::string spoiling_names(std::uint64_t reasons);

}  // namespace warpmark::sampling::throttle
