#include "bench/kernels_file/names.hpp"

#include <array>
#include <cstdint>

namespace warpmark::kernels_file {
namespace {

struct named_limit {
  std::string_view name;
  std::int64_t (*value)(const device_limits&);
};

template <auto Member>
std::int64_t value_of(const device_limits& limits) {
  return static_cast<std::int64_t>(limits.*Member);
}

constexpr std::array limits_by_name = {
    named_limit{"multiprocessors", value_of<&device_limits::multiprocessors>},
    named_limit{"warp_threads", value_of<&device_limits::warp_threads>},
    named_limit{"max_threads_per_block", value_of<&device_limits::max_threads_per_block>},
    named_limit{"max_threads_per_multiprocessor",
                value_of<&device_limits::max_threads_per_multiprocessor>},
    named_limit{"max_blocks_per_multiprocessor",
                value_of<&device_limits::max_blocks_per_multiprocessor>},
    named_limit{"registers_per_multiprocessor",
                value_of<&device_limits::registers_per_multiprocessor>},
    named_limit{"max_shared_bytes_per_block", value_of<&device_limits::max_shared_bytes_per_block>},
    named_limit{"max_shared_bytes_per_block_optin",
                value_of<&device_limits::max_shared_bytes_per_block_optin>},
    named_limit{"shared_bytes_per_multiprocessor",
                value_of<&device_limits::shared_bytes_per_multiprocessor>},
};

}  // namespace

std::optional<parameter_value> name_values::find(std::string_view name) const {
  if (config != nullptr)
    if (const auto* value = config->find(name)) return *value;
  if (problem != nullptr)
    if (const auto* value = problem->find(name)) return *value;
  if (limits != nullptr)
    for (const auto& limit : limits_by_name)
      if (limit.name == name) return limit.value(*limits);
  return std::nullopt;
}

const std::vector<std::string>& limit_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    made.reserve(limits_by_name.size());
    for (const auto& limit : limits_by_name) made.emplace_back(limit.name);
    return made;
  }();
  return names;
}

}  // namespace warpmark::kernels_file
