#include "bench/core/ceilings.hpp"

#include <algorithm>
#include <array>

#include "bench/backends/measure.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark {
namespace {

constexpr const char* file = "ceilings/traffic.cuh";
constexpr std::size_t max_bytes = std::size_t{4} << 30;
constexpr std::size_t vector_bytes = 16;
constexpr std::uint32_t block_threads = 1024;
constexpr int blocks_per_multiprocessor = 4;
constexpr const char* empty_kernel = "ceilings::nothing";
constexpr measuring_options timing{.precision = 0.002, .max_seconds = 0.1};

// A fraction of L2 that stays resident even on cards that keep a copy in both halves.
constexpr std::size_t part_of_l2 = 4;

// Above noise, and far from 1, the ratio without displacement.
constexpr double share_from_memory = 0.9;

double ceiling_ns(backend& machine, const timed_work& work) {
  const observation seen = warpmark::measure(machine, work, timing);
  if (const auto median = seen.median_ns()) return *median;
  throw device_error("the ceilings cannot be measured: " + seen.why_no_samples());
}

class traffic {
 public:
  traffic(backend& machine, compiler::kernel_compiler& compile)
      : machine_(machine),
        size_bytes_(std::min<std::size_t>(max_bytes,
                                          machine.device().memory_bytes.value_or(max_bytes) / 4)),
        shape_{.grid = {static_cast<std::uint32_t>(machine.device().limits.multiprocessors *
                                                   blocks_per_multiprocessor)},
               .block = {block_threads}},
        data_(machine, size_bytes_),
        sums_(machine, std::size_t{4} * shape_.grid.x * block_threads),
        nothing_(load_embedded_kernel(machine, compile, file, empty_kernel)),
        read_(load_embedded_kernel(machine, compile, file, "ceilings::read_sum")),
        write_(load_embedded_kernel(machine, compile, file, "ceilings::write")),
        copy_(load_embedded_kernel(machine, compile, file, "ceilings::copy")) {
    const auto scramble = load_embedded_kernel(machine, compile, file, "ceilings::scramble");
    launch(scramble, scalar_argument::of(data_.address()),
           scalar_argument::of(std::uint64_t{size_bytes_ / 4}));
  }

  double floor_ns() {
    return median_ns([&] { machine_.launch(nothing_, {}, {}); });
  }

  // No flush is needed: the data is far larger than any L2.
  double read_bytes_per_s() {
    return rate(median_ns([&] { read(size_bytes_); }));
  }

  // The faster one of a kernel and the driver's copy.
  double copy_bytes_per_s() {
    const std::size_t half = size_bytes_ / 2 / vector_bytes * vector_bytes;
    const device_pointer to = data_.address() + half;
    const double by_kernel_ns = median_ns([&] {
      launch(copy_, scalar_argument::of(data_.address()), scalar_argument::of(to), vectors(half));
    });
    const double by_driver_ns = median_ns([&] { machine_.copy(to, data_.address(), half); });
    return rate(std::min(by_kernel_ns, by_driver_ns));
  }

  double write_bytes_per_s() {
    unsigned pattern = 0;
    // A different value each time, so that no write can be elided.
    return rate(median_ns([&] {
      launch(write_, scalar_argument::of(data_.address()), vectors(size_bytes_),
             scalar_argument::of(++pattern));
    }));
  }

  flush_check check_flush(cache_flush& flush, double floor_ns, double read_bytes_per_s) {
    flush_check seen{.size_bytes = machine_.device().l2_bytes.value_or(0) / part_of_l2};
    seen.hot_ns = median_ns([&] { read(seen.size_bytes); });
    seen.cold_ns = median_ns({[&] { read(seen.size_bytes); }, [&] { flush.enqueue(); }});
    seen.min_cold_ns = floor_ns + share_from_memory * static_cast<double>(seen.size_bytes) /
                                      read_bytes_per_s * 1e9;
    return seen;
  }

 private:
  template <class... Arguments>
  void launch(backend::module_handle kernel, const Arguments&... arguments) {
    machine_.launch(kernel, shape_, std::array{arguments...});
  }

  static scalar_argument vectors(std::size_t bytes) {
    return scalar_argument::of(std::uint64_t{bytes / vector_bytes});
  }

  void read(std::size_t bytes) {
    launch(read_, scalar_argument::of(data_.address()), scalar_argument::of(sums_.address()),
           vectors(bytes));
  }

  double median_ns(const timed_work& work) { return ceiling_ns(machine_, work); }

  double rate(double ns) const { return static_cast<double>(size_bytes_) / ns * 1e9; }

  backend& machine_;
  std::size_t size_bytes_;
  launch_shape shape_;
  guarded_buffer data_, sums_;
  backend::module_handle nothing_, read_, write_, copy_;
};

}  // namespace

std::optional<double> measured_ceilings::bytes_per_s(memory_traffic traffic) const {
  switch (traffic) {
    case memory_traffic::read:
      return read_bytes_per_s;
    case memory_traffic::write:
      return write_bytes_per_s;
    case memory_traffic::copy:
      break;
  }
  return copy_bytes_per_s;
}

std::optional<double> measure_launch_floor(backend& machine, compiler::kernel_compiler& compile) {
  if (!machine.times_kernels()) return std::nullopt;
  const auto nothing = load_embedded_kernel(machine, compile, file, empty_kernel);
  return ceiling_ns(machine, [&] { machine.launch(nothing, {}, {}); });
}

measured_ceilings measure_ceilings(backend& machine, compiler::kernel_compiler& compile,
                                   cache_flush& flush) {
  if (!machine.times_kernels()) return {};
  traffic on(machine, compile);
  measured_ceilings seen;
  seen.read_bytes_per_s = on.read_bytes_per_s();
  seen.write_bytes_per_s = on.write_bytes_per_s();
  seen.copy_bytes_per_s = on.copy_bytes_per_s();
  seen.launch_floor_ns = on.floor_ns();
  if (flush.size_bytes() != 0)
    seen.flush = on.check_flush(flush, *seen.launch_floor_ns, *seen.read_bytes_per_s);
  return seen;
}

}  // namespace warpmark
