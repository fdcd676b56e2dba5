#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/cache_flush.hpp"
#include "variants/contract/template_arguments.hpp"

namespace warpmark::calibrate {

/// Kernels that move data, below kernels/calibrate/.
inline constexpr const char* traffic_file = "traffic.cuh";

/// The largest block.
inline constexpr std::uint32_t full_block = 1024;
inline constexpr double warps_of_full_block = full_block / 32;

/// Runs kernels of kernels/calibrate/ on a card and reads clocks: the card's clock, written by a
/// kernel, or events around launches. Throws what the backend and the compiler throw.
class kernel_timer {
 public:
  kernel_timer(backend& machine, compiler::kernel_compiler& compile)
      : machine_(machine), compile_(compile), flush_(machine, compile, flush_lines::clean) {}

  backend& machine() { return machine_; }
  compiler::kernel_compiler& compiler() { return compile_; }
  cache_flush& flush() { return flush_; }

  /// Enqueues the kernel `name` of kernels/calibrate/`file`, or an instance of a template.
  /// `programmatic`: as a dependent of the launch before it.
  void launch(const std::string& file, const std::string& name, std::uint32_t blocks,
              std::uint32_t threads, std::span<const scalar_argument> arguments,
              bool programmatic = false);
  void launch(const template_instance& kernel, std::uint32_t blocks, std::uint32_t threads,
              std::span<const scalar_argument> arguments);

  /// Compiles and loads in advance, so that no measurement includes it.
  void load(const std::string& file, const std::string& name);

  /// `work`, with a flush of L2 before it if `cold`.
  timed_work prepared(const std::function<void()>& work, bool cold);

  /// Median time of `work` between two events. With `cold`, L2 is flushed before each sample.
  double median_ns(const std::function<void()>& work, bool cold = false);

  /// (time of work(many) - time of work(few)) / (many - few): the cost of one more.
  double slope_ns(const std::function<void(int)>& work, int few, int many, bool cold = false);

  /// Runs `work` five times, which writes `blocks` numbers of cycles to `cycles`; returns the
  /// median of the largest.
  double median_cycles(const std::function<void()>& work, device_pointer cycles, bool cold = false,
                       std::size_t blocks = 1);

 private:
  backend::module_handle loaded(const std::string& path, const std::string& expression);

  backend& machine_;
  compiler::kernel_compiler& compile_;
  cache_flush flush_;
  std::map<std::string, backend::module_handle> loaded_;
};

/// The raw bytes of a kernel's argument; raw bytes are passed unchanged.
template <class Value>
scalar_argument raw(const Value& value) {
  if constexpr (std::is_same_v<Value, scalar_argument>)
    return value;
  else
    return scalar_argument::of(value);
}

/// A list of raw arguments from values.
template <class... Values>
std::vector<scalar_argument> arguments(const Values&... values) {
  return {raw(values)...};
}

}  // namespace warpmark::calibrate
