#include "tests/simt/conformance/runner.hpp"

#include <span>

#include <fmt/format.h>

#include "tests/simt/conformance/kernel_source.hpp"

namespace conformance {
namespace {

using warpmark::device_pointer;
using warpmark::scalar_argument;

// Small enough for a batch to be read often by the interpreter, which reads a text a kernel.
constexpr std::size_t batch_size = 24;

constexpr std::size_t max_inputs = 65536;

// Device memory for the operands and the results, used again for every entry.
class device_arrays {
 public:
  explicit device_arrays(warpmark::backend& machine) : machine_(machine) {
    for (device_pointer& array : arrays_) array = machine.allocate(max_inputs * 8);
  }
  ~device_arrays() {
    for (const device_pointer array : arrays_) machine_.release(array);
  }
  device_arrays(const device_arrays&) = delete;
  device_arrays& operator=(const device_arrays&) = delete;

  device_pointer operator[](std::size_t i) const { return arrays_[i]; }

 private:
  warpmark::backend& machine_;
  std::array<device_pointer, 5> arrays_{};
};

void run_one(warpmark::backend& machine, const warpmark::compiler::compiled_kernel& kernel,
             const device_arrays& arrays, outcome& result) {
  const auto count = static_cast<std::uint32_t>(result.inputs[0].size());
  for (std::size_t i = 0; i < result.inputs.size(); ++i)
    machine.upload(arrays[i], std::as_bytes(std::span(result.inputs[i])));
  std::vector<scalar_argument> arguments;
  for (std::size_t i = 0; i < 5; ++i) arguments.push_back(scalar_argument::of(arrays[i]));
  arguments.push_back(scalar_argument::of(count));
  const auto handle = machine.load(kernel);
  machine.launch(handle, {.grid = {(count + 255) / 256}, .block = {256}}, arguments);
  machine.synchronize();
  result.outputs.resize(count);
  machine.download(std::as_writable_bytes(std::span(result.outputs)), arrays[4]);
}

}  // namespace

void run_entries(warpmark::backend& machine, warpmark::compiler::kernel_compiler& compiler,
                 const std::vector<entry>& entries, const std::string& architecture,
                 const std::function<void(const outcome&)>& done) {
  std::vector<std::shared_future<warpmark::compiler::kernel_handle>> batches;
  for (std::size_t first = 0; first < entries.size(); first += batch_size) {
    const std::size_t count = std::min(batch_size, entries.size() - first);
    batches.push_back(
        compiler.submit({.name = fmt::format("conformance_{}.cu", first / batch_size),
                         .source = kernel_source(std::span(entries).subspan(first, count)),
                         .expression = "k0",
                         .architecture = architecture}));
  }
  const device_arrays arrays(machine);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    outcome result{.of = &entries[i], .inputs = inputs_of(entries[i])};
    try {
      auto kernel = *batches[i / batch_size].get();
      kernel.lowered_name = fmt::format("k{}", i % batch_size);
      run_one(machine, kernel, arrays, result);
    } catch (const warpmark::compiler::compile_error& error) {
      result.trouble = error.what() + ("\n" + error.log);
    } catch (const std::runtime_error& error) {
      result.outputs.clear();
      result.trouble = error.what();
    }
    done(result);
    if (i % batch_size == batch_size - 1) machine.unload_all();
  }
}

}  // namespace conformance
