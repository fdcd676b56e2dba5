#include "bench/backends/cuda/cuda_backend.hpp"

#include <algorithm>
#include <array>

#include "bench/backends/cuda/card_energy_meter.hpp"
#include "bench/backends/cuda/card_reader.hpp"
#include "bench/backends/cuda/device_session.hpp"
#include "bench/backends/cuda/event_timer.hpp"
#include "bench/backends/cuda/module_store.hpp"
#include "bench/backends/cuda/nvml_api.hpp"
#include "bench/backends/cuda/profiler/range_profiler.hpp"
#include "bench/backends/cuda/recorded_graph.hpp"
#include "bench/backends/cuda/stream_capture.hpp"
#include "bench/backends/cuda/tensor_map_encoder.hpp"
#include "bench/backends/cuda/texture_store.hpp"

namespace warpmark::cuda {
namespace {

// The cluster size that every card with clusters supports; larger ones must be enabled per kernel.
constexpr std::uint64_t portable_cluster_blocks = 8;

template <class Word>
Word word_at(const scalar_argument& pattern, std::size_t offset) {
  Word word;
  std::memcpy(&word, pattern.bytes.data() + offset, sizeof word);
  return word;
}

bool needs_attributes(const launch_shape& shape) {
  return shape.cluster.count() > 1 || shape.programmatic;
}

std::string text(const extent3& extent) {
  return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

class cuda_backend final : public backend {
 public:
  explicit cuda_backend(const cuda_options& options)
      : session_(options.device_ordinal,
                 options.ordered_with_default_stream ? stream_default : stream_non_blocking),
        card_(read_card(session_.driver(), session_.device())),
        sensors_(card_.uuid),
        modules_(session_),
        textures_(session_),
        timer_(session_, sensors_),
        energy_(session_, sensors_) {}

  ~cuda_backend() override {
    timer_.let_through();
    driver().stream_synchronize(session_.stream());
  }

  std::string name() const override { return "cuda"; }
  const card& device() const override { return card_; }
  device_capabilities capabilities() const override { return {}; }

  device_pointer allocate(std::size_t size_bytes) override;
  void release(device_pointer pointer) noexcept override;
  void upload(device_pointer to, std::span<const std::byte> from) override;
  void download(std::span<std::byte> to, device_pointer from) override;
  void fill(device_pointer to, const scalar_argument& pattern, std::size_t count) override;
  void copy(device_pointer to, device_pointer from, std::size_t size_bytes) override;
  using backend::call;
  void call(const native_step& step, std::span<const native_buffer> buffers,
            std::size_t operations) override;

  std::uint64_t create_texture(const texture_description& described) override {
    return textures_.create(described);
  }
  void release_texture(std::uint64_t handle) noexcept override {
    timer_.let_through();
    textures_.release(handle);
  }
  void fill_texture(std::uint64_t handle) override { textures_.fill(handle); }
  void read_surface(std::uint64_t handle) override { textures_.read(handle); }

  module_handle load(const compiler::compiled_kernel& kernel) override {
    return modules_.load(kernel);
  }
  void unload_all() override {
    synchronize();
    modules_.unload_all();
  }
  std::optional<int> resident_blocks(module_handle kernel, std::uint32_t block_threads,
                                     std::size_t dynamic_shared_bytes) override;
  std::optional<compiler::kernel_resources> driver_resources(module_handle kernel) override {
    return modules_.resources(kernel);
  }
  memory_range variable(module_handle kernel, const std::string& lowered_name) override {
    return modules_.variable(kernel, lowered_name);
  }
  std::vector<std::byte> encode(const tensor_map& map) override {
    return encode_tensor_map(driver(), map);
  }
  void enqueue(module_handle kernel, const launch_shape& shape,
               std::span<const std::span<const std::byte>> arguments) override;

  std::optional<captured_work> capture(const std::function<void()>& enqueue) override {
    synchronize();
    return capture_work(session_, enqueue);
  }

  std::unique_ptr<recorded_work> record(const std::function<void()>& enqueue) override {
    synchronize();
    return record_graph(session_, enqueue);
  }

  void synchronize() override {
    timer_.let_through();
    session_.synchronize();
  }
  sampling::execution_timer* timer() override { return &timer_; }
  std::unique_ptr<hardware_profiler> make_profiler(
      const std::vector<std::string>& metrics) override {
    return make_range_profiler(session_, metrics, [this] { synchronize(); });
  }
  bool executes() const override { return !session_.capturing(); }
  void reset_cache_policy() override;
  sampling::energy_meter* energy_meter() override { return &energy_; }

 private:
  const driver_api& driver() const { return session_.driver(); }
  void require_attributes(const launch_shape& shape) const;
  result start(const loaded_kernel& kernel, const launch_shape& shape, void** values) const;

  // In this order, since all later members belong to the session's context.
  device_session session_;
  card card_;
  nvml_card sensors_;
  module_store modules_;
  texture_store textures_;
  event_timer timer_;
  card_energy_meter energy_;
};

device_pointer cuda_backend::allocate(std::size_t size_bytes) {
  device_pointer pointer = 0;
  // The driver rejects allocations of 0 bytes.
  driver().check_room(driver().mem_alloc(&pointer, std::max<std::size_t>(1, size_bytes)),
                      "cuMemAlloc({} bytes)", size_bytes);
  return pointer;
}

void cuda_backend::release(device_pointer pointer) noexcept {
  if (pointer == 0) return;
  // Errors come from earlier work and are reported by the next call that can throw.
  timer_.let_through();
  driver().stream_synchronize(session_.stream());
  driver().mem_free(pointer);
}

void cuda_backend::upload(device_pointer to, std::span<const std::byte> from) {
  if (from.empty()) return;
  synchronize();
  driver().check(driver().memcpy_htod(to, from.data(), from.size()), "cuMemcpyHtoD({} bytes)",
                 from.size());
  // A copy from pageable memory may return before its last part is transferred in the default
  // stream, with which ours is not synchronised.
  driver().check(driver().stream_synchronize(nullptr), "cuStreamSynchronize after an upload");
}

void cuda_backend::download(std::span<std::byte> to, device_pointer from) {
  if (to.empty()) return;
  synchronize();
  driver().check(driver().memcpy_dtoh(to.data(), from, to.size()), "cuMemcpyDtoH({} bytes)",
                 to.size());
}

void cuda_backend::fill(device_pointer to, const scalar_argument& pattern, std::size_t count) {
  if (pattern.size_bytes != 4 && pattern.size_bytes != 8)
    throw std::invalid_argument(
        fmt::format("a fill pattern of {} bytes; expected 4 or 8", pattern.size_bytes));
  if (count == 0) return;
  const std::size_t words = pattern.size_bytes / 4;
  const auto low = word_at<std::uint32_t>(pattern, 0);
  const auto high = words == 2 ? word_at<std::uint32_t>(pattern, 4) : low;
  if (low == high) {
    session_.count_operations(1);
    driver().check(driver().memset_d32_async(to, low, words * count, session_.stream()),
                   "cuMemsetD32Async({} words)", words * count);
    return;
  }
  // There is no 8-byte memset, so each half is written as a column of a 2D memset.
  session_.count_operations(2);
  for (std::size_t half = 0; half < 2; ++half)
    driver().check(driver().memset_d2d32_async(to + 4 * half, 8, half == 0 ? low : high, 1, count,
                                               session_.stream()),
                   "cuMemsetD2D32Async({} rows)", count);
}

void cuda_backend::copy(device_pointer to, device_pointer from, std::size_t size_bytes) {
  if (size_bytes == 0) return;
  session_.count_operations(1);
  driver().check(driver().memcpy_dtod_async(to, from, size_bytes, session_.stream()),
                 "cuMemcpyDtoDAsync({} bytes)", size_bytes);
}

void cuda_backend::call(const native_step& step, std::span<const native_buffer> buffers,
                        std::size_t operations) {
  session_.count_operations(operations);
  session_.set_last_kernel(step.name);
  try {
    step.call({.stream = session_.stream(), .buffers = buffers});
  } catch (const std::runtime_error& error) {
    throw device_error(fmt::format("{}: {}", step.name, error.what()));
  }
}

// Each of the calls may be missing or refused where a card has no such lines.
void cuda_backend::reset_cache_policy() {
  if (driver().stream_set_attribute != nullptr) {
    const stream_attribute no_window{};
    driver().stream_set_attribute(session_.stream(), stream_attribute::access_policy_window,
                                  &no_window);
  }
  if (driver().ctx_set_limit != nullptr) driver().ctx_set_limit(limit_persisting_l2, 0);
  if (driver().ctx_reset_persisting_l2 != nullptr) driver().ctx_reset_persisting_l2();
}

std::optional<int> cuda_backend::resident_blocks(module_handle kernel, std::uint32_t block_threads,
                                                 std::size_t dynamic_shared_bytes) {
  const loaded_kernel& loaded = modules_.prepared(kernel, dynamic_shared_bytes);
  int blocks = 0;
  driver().check(
      driver().occupancy_max_active_blocks(&blocks, loaded.function,
                                           static_cast<int>(block_threads), dynamic_shared_bytes),
      "cuOccupancyMaxActiveBlocksPerMultiprocessor({}, {} threads)", loaded.name, block_threads);
  return blocks;
}

// An older card would ignore the attribute, or refuse the launch.
void cuda_backend::require_attributes(const launch_shape& shape) const {
  if (driver().launch_kernel_ex == nullptr)
    throw unsupported_kernel(
        fmt::format("{} need a driver of CUDA 12 or newer",
                    shape.programmatic ? "programmatic launches" : "clusters"));
  if (shape.programmatic && !has_dependent_launches(card_.limits))
    throw unsupported_kernel(
        fmt::format("programmatic launches need compute capability 9.0; this card has {}",
                    card_.compute_capability));
}

result cuda_backend::start(const loaded_kernel& kernel, const launch_shape& shape,
                           void** values) const {
  const auto& [grid, block] = std::pair(shape.grid, shape.block);
  const auto shared_bytes = static_cast<unsigned>(shape.dynamic_shared_bytes);
  if (needs_attributes(shape)) {
    require_attributes(shape);
    std::vector<launch_attribute> attributes;
    if (shape.cluster.count() > 1)
      attributes.push_back({launch_attribute::cluster_dimension,
                            {shape.cluster.x, shape.cluster.y, shape.cluster.z}});
    if (shape.programmatic)
      attributes.push_back({launch_attribute::programmatic_serialization, {1u}});
    attributes.push_back({launch_attribute::cooperative, {shape.cooperative ? 1u : 0u}});
    const launch_config config{grid.x,
                               grid.y,
                               grid.z,
                               block.x,
                               block.y,
                               block.z,
                               shared_bytes,
                               session_.stream(),
                               attributes.data(),
                               static_cast<unsigned>(attributes.size())};
    return driver().launch_kernel_ex(&config, kernel.function, values, nullptr);
  }
  if (shape.cooperative)
    return driver().launch_cooperative_kernel(kernel.function, grid.x, grid.y, grid.z, block.x,
                                              block.y, block.z, shared_bytes, session_.stream(),
                                              values);
  return driver().launch_kernel(kernel.function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                shared_bytes, session_.stream(), values, nullptr);
}

void cuda_backend::enqueue(module_handle kernel, const launch_shape& shape,
                           std::span<const std::span<const std::byte>> arguments) {
  const loaded_kernel& loaded = modules_.prepared(kernel, shape.dynamic_shared_bytes);
  if (shape.cluster.count() > portable_cluster_blocks) modules_.allow_large_clusters(kernel);
  std::vector<void*> values;
  values.reserve(arguments.size());
  // The driver copies the values and does not write to them, despite its non-const types.
  for (const auto& argument : arguments) values.push_back(const_cast<std::byte*>(argument.data()));
  session_.count_operations(1);
  session_.count_kernels(1);
  session_.set_last_kernel(loaded.name);
  const result code = start(loaded, shape, values.data());
  if (code != success)
    driver().check(code, "{}({}, grid {}, block {}, {} bytes of dynamic shared memory)",
                   needs_attributes(shape) ? "cuLaunchKernelEx"
                   : shape.cooperative     ? "cuLaunchCooperativeKernel"
                                           : "cuLaunchKernel",
                   loaded.name, text(shape.grid), text(shape.block), shape.dynamic_shared_bytes);
}

}  // namespace

std::unique_ptr<backend> make_cuda_backend(const cuda_options& options) {
  return std::make_unique<cuda_backend>(options);
}

}  // namespace warpmark::cuda
