#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/backends/backend.hpp"

namespace warpmark::tests {

/// A device that takes time: its memory, the results of its kernels, the times of its executions
/// and its clock are scripted, and everything that is asked of it is logged. Work is done as it is
/// enqueued.
class scripted_device final : public backend {
 public:
  using kernel_body =
      std::function<void(std::span<const device_pointer> arguments, std::size_t launch)>;

  // The script.

  /// Every kernel of a point, by the number of its launch. May throw, as a launch may.
  kernel_body kernel = [](std::span<const device_pointer>, std::size_t) {};
  /// The time of each execution between two readings of the clock. The clock advances by it.
  std::function<double(std::size_t execution)> execution_ns = [](std::size_t) { return 10'000.0; };
  std::function<machine_state(std::size_t execution)> seen_during = [](std::size_t) {
    return machine_state{};
  };
  std::function<void()> at_synchronize = [] {};
  sampling::timer_limits clock_limits;
  sampling::energy_meter* meter = nullptr;
  std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();
  std::uint32_t fresh_word = 0x11111111;  ///< What memory holds when it is allocated.
  bool takes_time = true;
  std::vector<finding> findings;
  observation counted;  ///< Of an execution without a clock.
  card description;

  // What was asked.

  /// "allocate", "no memory", "upload", "fill 0xcdcdcdcd", "copy", "launch point", "begin", "end".
  std::vector<std::string> log;
  std::size_t max_allocated_bytes = 0;  ///< Bytes at once.
  std::size_t launches = 0;             ///< Of kernels of points.
  std::size_t executions = 0;           ///< Between two readings of the clock.

  /// A launch of the kernel that displaces the caches.
  struct flush_launch {
    std::string kernel;
    launch_shape shape;
    std::size_t size_bytes;  ///< Of the memory that it touches.
    std::uint64_t value;     ///< What it writes there if it writes.
  };
  std::vector<flush_launch> flushes;

  std::size_t asked(const std::string& what) const {
    return static_cast<std::size_t>(std::count(log.begin(), log.end(), what));
  }

  /// For kernels: the words at an address.
  std::uint32_t* words(device_pointer at) { return reinterpret_cast<std::uint32_t*>(place(at, 4)); }

  std::string name() const override { return "scripted"; }
  const card& device() const override { return description; }

  device_pointer allocate(std::size_t size_bytes) override {
    if (allocated_bytes_ + size_bytes > memory_bytes) {
      log.emplace_back("no memory");
      throw device_memory_error(fmt::format("no memory for {} bytes", size_bytes));
    }
    log.emplace_back("allocate");
    allocated_bytes_ += size_bytes;
    max_allocated_bytes = std::max(max_allocated_bytes, allocated_bytes_);
    const device_pointer at = next_;
    next_ += (size_bytes / alignment + 2) * alignment;
    std::vector<std::byte>& contents = memory_[at];
    contents.resize(size_bytes);
    for (std::size_t i = 0; i < size_bytes; ++i)
      contents[i] = static_cast<std::byte>(fresh_word >> (8 * (i % sizeof(fresh_word))));
    return at;
  }

  void release(device_pointer pointer) noexcept override {
    const auto found = memory_.find(pointer);
    allocated_bytes_ -= found->second.size();
    memory_.erase(found);
  }

  void upload(device_pointer to, std::span<const std::byte> from) override {
    log.emplace_back("upload");
    if (!from.empty()) std::memcpy(place(to, from.size()), from.data(), from.size());
  }

  void download(std::span<std::byte> to, device_pointer from) override {
    if (!to.empty()) std::memcpy(to.data(), place(from, to.size()), to.size());
  }

  void fill(device_pointer to, const scalar_argument& pattern, std::size_t count) override {
    std::uint32_t word = 0;
    std::memcpy(&word, pattern.bytes.data(), sizeof(word));
    log.push_back(fmt::format("fill {:#010x}", word));
    std::byte* at = place(to, count * pattern.size_bytes);
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(at + i * pattern.size_bytes, pattern.bytes.data(), pattern.size_bytes);
  }

  void copy(device_pointer to, device_pointer from, std::size_t size_bytes) override {
    log.emplace_back("copy");
    std::memcpy(place(to, size_bytes), place(from, size_bytes), size_bytes);
  }

  using backend::call;
  void call(const native_step& step, std::span<const native_buffer>, std::size_t) override {
    throw std::logic_error("no native code: " + step.name);
  }

  /// Kernels are known by their lowered names.
  module_handle load(const compiler::compiled_kernel& compiled) override {
    kernels_.push_back(compiled.lowered_name);
    return kernels_.size() - 1;
  }
  void unload_all() override { kernels_.clear(); }

  std::optional<int> resident_blocks(module_handle, std::uint32_t, std::size_t) override {
    return 1;
  }

  memory_range variable(module_handle, const std::string& lowered_name) override {
    throw device_error("no variable " + lowered_name);
  }

  void enqueue(module_handle which, const launch_shape& shape,
               std::span<const std::span<const std::byte>> arguments) override {
    const std::string& lowered = kernels_.at(which);
    if (lowered.find("find_difference") != std::string::npos) return compare(arguments);
    if (lowered.find("flush_") != std::string::npos) {
      log.emplace_back("launch flush");
      const std::size_t size_bytes = 16 * number(arguments[1]);
      place(number(arguments[0]), size_bytes);
      flushes.push_back({lowered, shape, size_bytes, number(arguments[2])});
      return;
    }
    log.push_back("launch " + lowered);
    std::vector<device_pointer> addresses;
    for (const auto& argument : arguments) addresses.push_back(number(argument));
    kernel(addresses, launches++);
  }

  void synchronize() override { at_synchronize(); }

  sampling::execution_timer* timer() override { return takes_time ? &clock_ : nullptr; }

  sampling::energy_meter* energy_meter() override { return meter; }

  device_capabilities capabilities() const override { return {.takes_time = takes_time}; }

  observation counted_execution() override { return counted; }

  void limit_modelled_time(double ns, const std::string&) override {
    log.push_back(fmt::format("limit {:g} ns", ns));
  }

  std::vector<finding> take_findings() override { return std::exchange(findings, {}); }

 private:
  static constexpr std::size_t alignment = 256;
  // Far more than any rule allows: a rule that never stops fails instead of hanging.
  static constexpr std::size_t max_executions = 20'000;

  class scripted_clock final : public sampling::execution_timer {
   public:
    explicit scripted_clock(scripted_device& of) : of_(of) {}

    sampling::timed_sample take(const timed_work& work,
                                const sampling::sample_request& request) override {
      if (of_.executions > max_executions) throw std::logic_error("sampling without an end");
      if (work.prepare) work.prepare();
      const std::size_t number = of_.executions;
      of_.log.emplace_back("begin");
      for (std::size_t i = 0; i < request.repeats; ++i) work.run();
      of_.log.emplace_back("end");
      sampling::timed_sample taken{.operations = 1};
      for (std::size_t i = 0; i < request.repeats; ++i)
        taken.ns += of_.execution_ns(of_.executions++);
      if (request.watched) taken.during = of_.seen_during(number);
      now_s_ += taken.ns * 1e-9;
      return taken;
    }

    sampling::timer_limits limits() override { return of_.clock_limits; }
    std::size_t max_held_operations() const override { return 200; }
    machine_state state() const override { return {}; }
    double now_s() const override { return now_s_; }
    void wait(std::chrono::milliseconds duration) override {
      now_s_ += std::chrono::duration<double>(duration).count();
    }

   private:
    scripted_device& of_;
    double now_s_ = 0;
  };

  // Throws for what is not within one allocation.
  std::byte* place(device_pointer at, std::size_t size_bytes) {
    auto found = memory_.upper_bound(at);
    if (found == memory_.begin()) throw std::logic_error("no memory at this address");
    --found;
    const std::size_t offset = at - found->first;
    if (offset + size_bytes > found->second.size())
      throw std::logic_error("an access outside of every allocation");
    return found->second.data() + offset;
  }

  static std::uint64_t number(std::span<const std::byte> argument) {
    std::uint64_t value = 0;
    std::memcpy(&value, argument.data(), std::min(sizeof(value), argument.size()));
    return value;
  }

  // verify::find_difference(a, b, n, differ)
  void compare(std::span<const std::span<const std::byte>> arguments) {
    log.emplace_back("launch difference");
    const std::size_t size_bytes = number(arguments[2]);
    if (std::memcmp(place(number(arguments[0]), size_bytes),
                    place(number(arguments[1]), size_bytes), size_bytes) != 0)
      *words(number(arguments[3])) = 1;
  }

  std::map<device_pointer, std::vector<std::byte>> memory_;
  std::size_t allocated_bytes_ = 0;
  device_pointer next_ = 1 << 16;
  std::vector<std::string> kernels_;
  scripted_clock clock_{*this};
};

}  // namespace warpmark::tests
