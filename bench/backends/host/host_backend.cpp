#include "bench/backends/host/host_backend.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "bench/backends/host/cache_sweeper.hpp"
#include "bench/backends/host/cpu_reader.hpp"
#include "bench/backends/host/host_timer.hpp"

namespace warpmark::host {
namespace {

constexpr std::size_t alignment_bytes = 256;

std::byte* bytes_at(device_pointer address) {
  return std::bit_cast<std::byte*>(static_cast<std::uintptr_t>(address));
}

[[noreturn]] void refuse_kernel() {
  throw unsupported_kernel(
      "host: this backend does not run kernels; expected backend cuda or simt");
}

class host_backend final : public backend {
 public:
  host_backend() : cpu_(read_cpu()), sweeper_(last_level_cache_bytes(cpu_)) {}

  std::string name() const override { return "host"; }
  const card& device() const override { return cpu_; }
  device_capabilities capabilities() const override { return {.runs_kernels = false}; }

  device_pointer allocate(std::size_t size_bytes) override;
  void release(device_pointer pointer) noexcept override { std::free(bytes_at(pointer)); }
  void upload(device_pointer to, std::span<const std::byte> from) override {
    if (!from.empty()) std::memcpy(bytes_at(to), from.data(), from.size());
  }
  void download(std::span<std::byte> to, device_pointer from) override {
    if (!to.empty()) std::memcpy(to.data(), bytes_at(from), to.size());
  }
  void fill(device_pointer to, const scalar_argument& pattern, std::size_t count) override;
  void copy(device_pointer to, device_pointer from, std::size_t size_bytes) override {
    if (size_bytes != 0) std::memcpy(bytes_at(to), bytes_at(from), size_bytes);
  }
  using backend::call;
  void call(const native_step& step, std::span<const native_buffer> buffers,
            std::size_t operations) override;

  module_handle load(const compiler::compiled_kernel&) override { refuse_kernel(); }
  void unload_all() override {}
  std::optional<int> resident_blocks(module_handle, std::uint32_t, std::size_t) override {
    return std::nullopt;
  }
  memory_range variable(module_handle, const std::string&) override { refuse_kernel(); }
  void enqueue(module_handle, const launch_shape&,
               std::span<const std::span<const std::byte>>) override {
    refuse_kernel();
  }
  void synchronize() override {}
  sampling::execution_timer* timer() override { return &timer_; }
  std::function<void()> cache_eviction(flush_lines lines) override {
    return [this, lines] { sweeper_.sweep(lines); };
  }

 private:
  card cpu_;
  cache_sweeper sweeper_;
  host_timer timer_;
};

device_pointer host_backend::allocate(std::size_t size_bytes) {
  const std::size_t rounded = (std::max<std::size_t>(1, size_bytes) + alignment_bytes - 1) /
                              alignment_bytes * alignment_bytes;
  // The system overcommits memory and ends the program when it runs out.
  const bool fits = !cpu_.memory_bytes || rounded < *cpu_.memory_bytes;
  void* memory = fits ? std::aligned_alloc(alignment_bytes, rounded) : nullptr;
  if (memory == nullptr)
    throw device_memory_error(fmt::format("host: out of memory: {} bytes", size_bytes));
  return static_cast<device_pointer>(reinterpret_cast<std::uintptr_t>(memory));
}

void host_backend::fill(device_pointer to, const scalar_argument& pattern, std::size_t count) {
  const std::size_t size = pattern.size_bytes;
  if (size != 4 && size != 8)
    throw std::invalid_argument(fmt::format("a fill pattern of {} bytes; expected 4 or 8", size));
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(bytes_at(to) + i * size, pattern.bytes.data(), size);
}

void host_backend::call(const native_step& step, std::span<const native_buffer> buffers,
                        std::size_t /*operations*/) {
  try {
    step.call({.stream = nullptr, .buffers = buffers});
  } catch (const std::runtime_error& error) {
    throw device_error(fmt::format("{}: {}", step.name, error.what()));
  }
}

}  // namespace

std::unique_ptr<backend> make_host_backend() { return std::make_unique<host_backend>(); }

}  // namespace warpmark::host
