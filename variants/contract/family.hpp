#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/device_limits.hpp"
#include "variants/contract/axis.hpp"
#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark {

/// The oracle's result on one output buffer.
struct oracle_result {
  bool ok = false;
  std::size_t first_bad_index = 0;
  std::string expected;
  std::string got;
  double error = 0;      ///< |got - expected|, 0 for exact types that agree.
  double tolerance = 0;  ///< 0 where only equality passes.
};

/// What a variant guarantees about its results beyond correctness; see variant.hpp.
struct guarantees {
  double rounding_depth = 0;
  bool stable = false;
  bool selected_in_order = false;
};

/// The inputs of one problem and the oracle over its outputs. Built once, shared by all variants.
class problem_instance {
 public:
  virtual ~problem_instance() = default;

  /// The contents of the input buffer `name`. Throws std::out_of_range for an unknown name.
  virtual std::span<const std::byte> input(std::string_view name) const = 0;

  /// Judges the output buffer `name` of a variant that guarantees this much.
  virtual oracle_result check(std::string_view name, std::span<const std::byte> output,
                              const guarantees& guaranteed) const = 0;

  /// Sets what family::reference left in the output `name`: what check() compares with from now on.
  /// Only used by families with a reference.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): who overrides it keeps them
  virtual void expect(std::string_view /*name*/, std::vector<std::byte> /*contents*/) {}
};

/// The bandwidth that a family's compulsory traffic is compared with.
enum class memory_traffic { read, write, copy };

/// "read", "write" or "copy".
constexpr std::string_view name(memory_traffic traffic) {
  return traffic == memory_traffic::read    ? "read"
         : traffic == memory_traffic::write ? "write"
                                            : "copy";
}

/// A contract: the computation, its inputs, and how outputs are judged.
struct family {
  std::string name;
  std::string summary;
  std::vector<axis> axes;  ///< Problem axes, in key order; "type" and "n" are among them.

  std::function<std::unique_ptr<problem_instance>(const problem&, std::uint64_t seed)> instance;

  /// Why there is no such problem, for combinations of values that are not allowed; empty if there
  /// is.
  std::function<std::string(const problem&)> problem_error = [](const problem&) {
    return std::string();
  };

  /// Bytes that any algorithm must move through memory (the compulsory traffic), and operations.
  std::function<std::uint64_t(const problem&)> compulsory_bytes;
  std::function<std::uint64_t(const problem&)> operations;
  memory_traffic traffic = memory_traffic::read;  ///< What most of those bytes are.

  /// Whether the contract determines each bit of the outputs, for any input of the problem's type:
  /// nothing is rounded, and nothing may be in either order.
  std::function<bool(const problem&)> has_one_result = [](const problem&) { return false; };

  /// For a family whose oracle is itself a kernel: the plan that computes the expected outputs. It
  /// is executed once per problem, before anything is measured.
  std::function<launch_plan(const problem&, const device_limits&)> reference = {};

  /// Whether inputs and expected results depend on the seed. Else there is one set of them.
  bool inputs_vary = true;

  /// Whether the user requested that unverified results be measured all the same.
  bool unverified = false;
};

}  // namespace warpmark
