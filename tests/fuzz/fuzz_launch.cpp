// Any text as PTX: each of its kernels is launched with small grids, under all checks.
//
// The first line may say what the parameters are, a letter each: "// bnt" is a buffer, a number and
// a texture; also s for a surface and m for a tensor map. Others are numbers.

#include <string>
#include <string_view>

#include "bench/backends/simt_backend.hpp"
#include "simt/ptx/parser.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

using namespace warpmark;

constexpr std::size_t buffer_bytes = 8192;

/// What parameters may refer to, in the memory of one device.
class objects {
 public:
  explicit objects(simt_backend& device) : device_(device), buffer_(device.allocate(buffer_bytes)) {
    device_.upload(buffer_, std::vector<std::byte>(buffer_bytes, std::byte{1}));
    texture_description image = {.address = buffer_,
                                 .dimensions = 2,
                                 .width = 8,
                                 .height = 4,
                                 .layers = 6,
                                 .cube = true,
                                 .channels = 4,
                                 .linear_filter = true,
                                 .addressing = texture_address::wrap,
                                 .normalized_coordinates = true};
    texture_ = device_.create_texture(image);
    surface_ = device_.create_texture({.address = buffer_,
                                       .dimensions = 2,
                                       .width = 32,
                                       .height = 8,
                                       .channels = 1,
                                       .surface = true});
  }

  std::vector<std::byte> argument(char letter, std::size_t size) const {
    if (letter == 'm') {
      tensor_map map = {.element = tensor_element::f32, .rank = 2, .address = buffer_};
      map.extents = {32, 32, 1, 1, 1};
      map.stride_bytes = {128};
      map.box = {16, 16, 1, 1, 1};
      return device_.encode(map);
    }
    const std::uint64_t value = letter == 'b'   ? buffer_
                                : letter == 't' ? texture_
                                : letter == 's' ? surface_
                                                : 40;
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size && i < 8; ++i)
      bytes[i] = static_cast<std::byte>(value >> 8 * i);
    return bytes;
  }

 private:
  simt_backend& device_;
  device_pointer buffer_;
  std::uint64_t texture_ = 0, surface_ = 0;
};

void launch(const std::string& name, const simt::ptx_function& kernel, std::string_view text) {
  const std::string_view letters =
      text.starts_with("// ") ? text.substr(3, text.find('\n') - 3) : std::string_view();
  simt_backend device({.host_threads = 1,
                       .step_limit = 4000,
                       .host_memory_bytes = std::uint64_t{1} << 28,
                       .memory_bytes = std::uint64_t{1} << 24,
                       .dependent_launches = true,
                       .stack_bytes = 1024,
                       .heap_bytes = 4096,
                       .printed = nullptr},
                      {.instructions = 20000, .loop_seconds = {}});
  const objects known(device);
  std::vector<std::vector<std::byte>> arguments;
  for (const auto& parameter : kernel.parameters) {
    const std::size_t i = arguments.size();
    arguments.push_back(known.argument(i < letters.size() ? letters[i] : 'n', parameter.size));
  }
  const std::vector<std::span<const std::byte>> views(arguments.begin(), arguments.end());
  compiler::compiled_kernel compiled;
  compiled.ptx = text;
  compiled.lowered_name = name;
  const auto loaded = device.load(compiled);
  const extent3 threads = kernel.required_threads.value_or(extent3{128, 1, 1});
  for (int repeat = 0; repeat < 2; ++repeat) {
    device.begin_point();
    device.begin_execution();
    device.enqueue(loaded,
                   {.grid = {2, 1, 1},
                    .block = threads,
                    .dynamic_shared_bytes = 4096,
                    .programmatic = repeat == 1},
                   views);
    device.synchronize();
    device.counted_execution();
  }
  device.take_findings();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const simt::ptx_module module = simt::parse_ptx(text);
    for (const auto& [name, function] : module.functions) {
      if (!function.entry) continue;
      try {
        launch(name, function, text);
      } catch (const device_error&) {
      }
    }
  } catch (const device_error&) {
  }
  return 0;
}
