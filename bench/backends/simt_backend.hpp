#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/backends/interpreter_limits.hpp"
#include "simt/interpreter.hpp"
#include "simt/memory/tensor_map_image.hpp"

namespace warpmark {

/// The PTX interpreter as a backend.
class simt_backend : public backend {
 public:
  explicit simt_backend(const simt::interpreter_options& options,
                        const interpreter_limits& limits = {.loop_seconds = {}});

  /// The launches from here on are those of another point: see interpreter_limits.
  void begin_point();

  /// Access to counters by line, phases and limits, which other backends do not have.
  simt::interpreter& interpreter() { return machine_; }

  std::string name() const override { return "simt"; }
  const card& device() const override { return card_; }

  device_pointer allocate(std::size_t size_bytes) override { return machine_.allocate(size_bytes); }
  void release(device_pointer pointer) noexcept override { machine_.release(pointer); }
  void upload(device_pointer to, std::span<const std::byte> from) override {
    machine_.upload(to, from);
  }
  void download(std::span<std::byte> to, device_pointer from) override {
    machine_.download(to, from);
  }
  void fill(device_pointer to, const scalar_argument& pattern, std::size_t count) override {
    machine_.fill(to, std::span(pattern.bytes).first(pattern.size_bytes), count);
  }
  void copy(device_pointer to, device_pointer from, std::size_t size_bytes) override {
    machine_.copy(to, from, size_bytes);
  }

  /// Throws unsupported_kernel: native code is not interpreted.
  using backend::call;
  void call(const native_step& step, std::span<const native_buffer> buffers,
            std::size_t operations) override;

  void forget(device_pointer to, std::size_t size_bytes) override {
    machine_.forget(to, size_bytes);
  }

  std::uint64_t create_texture(const texture_description& described) override {
    return machine_.create_texture(described);
  }
  void release_texture(std::uint64_t handle) noexcept override { machine_.release_texture(handle); }

  void label(device_pointer of, const std::string& name, std::size_t element_bytes) override {
    machine_.label({.name = name, .address = of, .element_bytes = element_bytes});
  }

  void watch_dependent_launches(bool watched) override {
    machine_.watch_dependent_launches(watched);
  }

  /// Throws simt::parse_error or simt::unsupported_instruction.
  module_handle load(const compiler::compiled_kernel& kernel) override;
  void unload_all() override { machine_.unload_all(); }
  std::optional<int> resident_blocks(module_handle kernel, std::uint32_t block_threads,
                                     std::size_t dynamic_shared_bytes) override {
    return machine_.resident_blocks(kernel, block_threads, dynamic_shared_bytes);
  }
  memory_range variable(module_handle kernel, const std::string& lowered_name) override {
    return machine_.variable(kernel, lowered_name);
  }
  std::vector<std::byte> encode(const tensor_map& map) override {
    const auto image = simt::encode(map);
    return {image.begin(), image.end()};
  }
  void enqueue(module_handle kernel, const launch_shape& shape,
               std::span<const std::span<const std::byte>> arguments) override {
    machine_.launch(kernel, shape, arguments);
  }
  void synchronize() override { machine_.synchronize(); }
  void begin_execution() override;
  observation counted_execution() override;
  device_capabilities capabilities() const override {
    return {.takes_time = false, .reports_stray_accesses = true};
  }
  void set_schedule(std::uint64_t seed) override { machine_.set_schedule(seed); }
  void sample_blocks(std::uint64_t max_blocks, std::uint64_t full_launches) override {
    // As many instructions per block as 8 warps with 4096 elements each take.
    constexpr std::uint64_t instructions_per_block = std::uint64_t{1} << 18;
    machine_.sample_blocks(
        {.max_blocks = max_blocks, .warp_instructions = max_blocks * instructions_per_block},
        full_launches);
  }
  void limit_modelled_time(double ns, const std::string& name) override;
  std::uint64_t interpreted_instructions() const override {
    return interpreted_before_ + machine_.executed().warp_instructions;
  }
  std::vector<finding> take_findings() override { return machine_.take_findings(); }

 private:
  simt::interpreter machine_;
  interpreter_limits limits_;
  card card_;
  std::uint64_t interpreted_before_ = 0;  ///< Instructions before the present phase of a point.
};

/// The limits of a card that is interpreted.
device_limits interpreted_limits(const model::card_file& card);

/// The options with this card and its limits; null: as they are.
simt::interpreter_options as_card(const std::shared_ptr<const model::card_file>& card,
                                  simt::interpreter_options options);

std::unique_ptr<backend> make_simt_backend(const simt::interpreter_options& options,
                                           const interpreter_limits& limits = {.loop_seconds = {}});

}  // namespace warpmark
