#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/launch_shape.hpp"

namespace warpmark {

/// A source file that is not part of this program.
struct outside_source {
  std::string name;    ///< As messages show it.
  std::string text;    ///< What the compiler gets.
  std::string digest;  ///< SHA-256 over the text and all files that it includes, hexadecimal.
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< Names and texts, in addition.

  bool is_ptx = false;        ///< The text is PTX, not CUDA C++.
  std::string compiler = {};  ///< The program that compiles the file `name`; empty: NVRTC.
  /// Whether it is another version of a file of `kernels/`, to be compiled as that file is.
  bool of_kernels_folder = false;
};

/// A kernel template of `kernels/` and one instance of it.
struct kernel_instance {
  std::string file;  ///< Below `kernels/`: "reduce/strided.cuh".
  std::string
      expression;  ///< NVRTC name expression: "reduce::strided<int, int, ops::sum<int>, 8>".
  std::string toolkit_header = {};  ///< Of CUDA, if a type needs one: "cuda_fp16.h".

  /// Whether it launches kernels itself, which requires CUDA's device runtime.
  bool device_launches = false;

  /// The oldest architecture that has its instructions, for which it is compiled where the device's
  /// is older: the interpreter's. 100: sm_100; 0: that of the device.
  int min_architecture = 0;

  /// Where the kernel is, if not in `kernels/`, and what it is compiled with.
  std::shared_ptr<const outside_source> outside = {};
  std::vector<std::string> options = {};
  std::vector<std::string> variables = {};  ///< __constant__ or __device__ ones that are written.
  bool operator==(const kernel_instance&) const = default;
};

/// A `state` is scratch that is all zeros before the first execution, and that each execution must
/// leave as zeros for the next one: tickets and flags that kernels reset themselves.
enum class buffer_role { input, output, scratch, state };

/// Device memory that a plan needs. Inputs and outputs are matched with the instance by name.
struct buffer_spec {
  std::string name;
  buffer_role role;
  std::size_t size_bytes;

  /// Used in place of size_bytes if only a library knows the size, and only after the device is
  /// open: CUB's temporary storage. Throws std::runtime_error if it fails.
  std::function<std::size_t()> ask_size_bytes = {};
};

/// The address of a plan's buffer, plus an offset.
struct buffer_argument {
  std::size_t buffer;
  std::size_t offset_bytes = 0;
};

/// A value passed by copy, at most 16 bytes.
struct scalar_argument {
  std::array<std::byte, 16> bytes{};
  std::size_t size_bytes = 0;

  template <class T>
  static scalar_argument of(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 16);
    scalar_argument result;
    std::memcpy(result.bytes.data(), &value, sizeof(T));
    result.size_bytes = sizeof(T);
    return result;
  }
};

using kernel_argument = std::variant<buffer_argument, scalar_argument>;

/// One kernel launch inside the timed span.
struct launch_step {
  std::size_t kernel;  ///< Index into launch_plan::kernels.
  launch_shape shape;
  std::vector<kernel_argument> arguments;
};

/// A sequence of launches computed by a function, so that a plan of a million launches does not
/// store them.
struct launch_series {
  std::uint64_t count;
  std::function<launch_step(std::uint64_t)> at;  ///< Launch number 0 to count - 1.
};

/// Writes `count` copies of a 4- or 8-byte pattern inside the timed span (accumulators, status
/// words).
struct fill_step {
  buffer_argument target;
  scalar_argument pattern;
  std::size_t count;
};

/// Copies within the device's memory inside the timed span; the ranges do not overlap.
struct copy_step {
  buffer_argument to;
  buffer_argument from;
  std::size_t size_bytes;
};

/// A buffer as native code sees it.
struct native_buffer {
  void* address = nullptr;     ///< On the device.
  std::size_t size_bytes = 0;  ///< From the address to the buffer's end.
};

/// The arguments of a native call.
struct native_context {
  void* stream = nullptr;                  ///< The CUstream; null on the host.
  std::span<const native_buffer> buffers;  ///< In the order of the step.
};

/// A call of compiled host code inside the timed span: it enqueues all its work into the stream
/// that it is given, or does the work itself on the host. Throws std::runtime_error if it fails.
struct native_step {
  std::string name;  ///< What is called, for messages: "cub::DeviceReduce::Reduce".
  std::vector<buffer_argument> buffers;
  std::function<void(const native_context&)> call;
  std::size_t operations = 1;  ///< Upper bound of the launches enqueued into the stream.

  /// Whether it is code of others (a plugin's), which may do what cannot be timed. Its operations
  /// are counted before it is.
  bool foreign = false;
};

using plan_step = std::variant<launch_step, launch_series, fill_step, copy_step, native_step>;

/// The contents of a kernel's __constant__ or __device__ variable, written before all executions.
struct variable_contents {
  std::size_t kernel;
  std::string variable;  ///< One of kernel_instance::variables.
  std::size_t buffer;    ///< An input.
};

/// Everything that one execution of a point does on a device, in stream order.
struct launch_plan {
  std::vector<kernel_instance> kernels;
  std::vector<buffer_spec> buffers;
  std::vector<plan_step> steps;
  std::vector<plan_step> restore =
      {};  ///< Before each execution, untimed: the inputs that it overwrites.
  std::vector<variable_contents> variables = {};

  /// Whether inputs are compared after executions, too: unknown kernels might overwrite the inputs
  /// of the next executions.
  bool inputs_are_checked = false;
};

/// How many kernels the plan's steps launch; those of native code do not count.
std::uint64_t launch_count(const launch_plan& plan);

/// Whether a launch may overlap the one before it (launch_shape::programmatic).
bool has_dependent_launch(const launch_plan& plan);

/// Whether the first step is such a launch, which overlaps the execution before.
bool begins_with_dependent_launch(const launch_plan& plan);

/// The first launch of kernel `index`; nothing if none is launched.
std::optional<launch_step> first_launch(const launch_plan& plan, std::size_t index);

/// The kernels that the plan's steps launch, in their order, as indices into its kernels.
std::vector<std::size_t> launched_kernels(const launch_plan& plan);

}  // namespace warpmark
