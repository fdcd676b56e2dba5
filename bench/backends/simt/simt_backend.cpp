#include "bench/backends/simt/simt_backend.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "bench/backends/simt/errors.hpp"
#include "bench/backends/simt/execution/machine.hpp"
#include "bench/backends/simt/memory/touched_bytes.hpp"
#include "bench/backends/simt/ptx/functions.hpp"
#include "bench/backends/simt/ptx/parser.hpp"
#include "bench/model/card_file.hpp"
#include "bench/model/occupancy.hpp"

namespace warpmark::simt {
namespace {

// "sm_90a" -> "9.0"
std::string compute_capability(const std::string& architecture) {
  std::string digits;
  for (const char c : architecture)
    if (c >= '0' && c <= '9') digits += c;
  if (digits.size() < 2) return "";
  return digits.substr(0, digits.size() - 1) + "." + digits.back();
}

}  // namespace

simt_backend::simt_backend(const simt_options& options)
    : options_(options),
      memory_(options.memory_bytes),
      time_(model::card_for_architecture(options.limits.architecture)) {
  if (options_.host_threads == 0)
    options_.host_threads = std::max(1u, std::thread::hardware_concurrency());
  card_.name = fmt::format("simt ({} model)", options_.limits.architecture);
  card_.compute_capability = compute_capability(options_.limits.architecture);
  card_.limits = options_.limits;
  card_.memory_bytes = options_.memory_bytes;
}

device_pointer simt_backend::allocate(std::size_t size_bytes) {
  return memory_.allocate(size_bytes);
}

void simt_backend::release(device_pointer pointer) noexcept { memory_.release(pointer); }

void simt_backend::upload(device_pointer to, std::span<const std::byte> from) {
  if (from.empty()) return;
  std::memcpy(memory_.bytes(to, from.size(), "upload"), from.data(), from.size());
}

void simt_backend::download(std::span<std::byte> to, device_pointer from) {
  if (to.empty()) return;
  std::memcpy(to.data(), memory_.bytes(from, to.size(), "download"), to.size());
}

void simt_backend::fill(device_pointer to, const scalar_argument& pattern, std::size_t count) {
  if (count == 0) return;
  const std::size_t size = pattern.size_bytes;
  if (size != 4 && size != 8)
    throw device_error(fmt::format("simt: fill: a pattern of {} bytes, not 4 or 8", size));
  std::byte* bytes = memory_.bytes(to, size * count, "fill");
  time_.add_fill(to, size * count);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(bytes + i * size, pattern.bytes.data(), size);
}

backend::module_handle simt_backend::load(const compiler::compiled_kernel& kernel) {
  const std::string content = kernel.lowered_name + "\n" + kernel.ptx;
  if (const auto found = by_content_.find(content); found != by_content_.end())
    return found->second;
  const ptx_module module = parse_ptx(kernel.ptx);
  std::map<std::string, std::uint64_t> globals;
  for (const ptx_variable& each : module.variables) {
    if (each.space != state_space::global && each.space != state_space::constant) continue;
    globals[each.name] = allocate(each.size);
    module_variables_.push_back(globals[each.name]);
    upload(globals[each.name],
           std::span(each.initial).first(std::min(each.initial.size(), each.size)));
  }
  for (const ptx_variable& each : module.variables)
    for (const ptx_address_value& value : each.addresses) {
      std::uint64_t address = value.offset;
      if (const auto found = globals.find(value.name); found != globals.end())
        address += found->second;
      else if (const ptx_function* function = find_function(module, value.name))
        address += code_address(module, *function);
      else
        throw parse_error(
            fmt::format("simt: the initial value of '{}' names '{}', which the PTX "
                        "does not declare",
                        each.name, value.name));
      upload(globals[each.name] + value.at, std::as_bytes(std::span(&address, 1)));
    }
  kernels_.push_back({decode_kernel(module, kernel.lowered_name, globals), kernel.resources});
  return by_content_[content] = kernels_.size() - 1;
}

std::unique_ptr<device_heap> simt_backend::make_heap() {
  const device_pointer base = allocate(options_.heap_bytes);
  module_variables_.push_back(base);
  return std::make_unique<device_heap>(base, options_.heap_bytes);
}

void simt_backend::unload_all() {
  kernels_.clear();
  heap_.reset();
  by_content_.clear();
  for (const device_pointer each : module_variables_) release(each);
  module_variables_.clear();
}

const simt_backend::loaded_kernel& simt_backend::at(module_handle kernel) const {
  if (kernel >= kernels_.size())
    throw device_error(fmt::format("simt: there is no kernel with handle {}", kernel));
  return kernels_[kernel];
}

std::optional<int> simt_backend::resident_blocks(module_handle handle, std::uint32_t block_threads,
                                                 std::size_t dynamic_shared_bytes) {
  const loaded_kernel& kernel = at(handle);
  const std::size_t fixed =
      std::max(kernel.resources.static_shared_bytes, kernel.program->static_shared_bytes);
  return model::resident_blocks(options_.limits, kernel.resources.registers, block_threads,
                                fixed + dynamic_shared_bytes);
}

void simt_backend::check_shape(const loaded_kernel& kernel, const launch_shape& shape) const {
  const auto refuse = [&](const std::string& why) {
    throw device_error(fmt::format("simt: launch of {}: {}", kernel.program->name, why));
  };
  const std::uint64_t threads = shape.block.count();
  if (threads == 0 || shape.grid.count() == 0) refuse("an empty grid or block");
  if (threads > static_cast<std::uint64_t>(options_.limits.max_threads_per_block))
    refuse(fmt::format("{} threads a block, more than {}", threads,
                       options_.limits.max_threads_per_block));
  const std::size_t shared = kernel.program->static_shared_bytes + shape.dynamic_shared_bytes;
  if (shared > options_.limits.max_shared_bytes_per_block_optin)
    refuse(fmt::format("{} bytes of shared memory, more than {}", shared,
                       options_.limits.max_shared_bytes_per_block_optin));
}

void simt_backend::launch(module_handle handle, const launch_shape& shape,
                          std::span<const scalar_argument> arguments) {
  const loaded_kernel& kernel = at(handle);
  if (error_) return;  // As on a card: after an error nothing runs until it has been reported.
  check_shape(kernel, shape);
  const kernel_program& program = *kernel.program;
  if (arguments.size() != program.parameters.size())
    throw device_error(fmt::format("simt: launch of {}: {} arguments for {} parameters",
                                   program.name, arguments.size(), program.parameters.size()));
  launch_state state{.program = &program, .memory = &memory_, .shape = shape};
  state.parameters.resize(program.parameter_bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto [offset, size] = program.parameters[i];
    if (arguments[i].size_bytes != size)
      throw device_error(fmt::format("simt: launch of {}: argument {} has {} bytes, not {}",
                                     program.name, i, arguments[i].size_bytes, size));
    std::memcpy(state.parameters.data() + offset, arguments[i].bytes.data(), size);
  }
  state.multiprocessors = static_cast<std::uint32_t>(options_.limits.multiprocessors);
  state.step_limit = options_.step_limit;
  state.stack_bytes = options_.stack_bytes;
  if (program.allocates && !heap_) heap_ = make_heap();
  state.heap = heap_.get();
  state.per_line = options_.per_line;
  const int resident = resident_blocks(handle, static_cast<std::uint32_t>(shape.block.count()),
                                       shape.dynamic_shared_bytes)
                           .value_or(1);
  const std::uint64_t at_once = shape.cooperative
                                    ? shape.grid.count()
                                    : std::uint64_t{state.multiprocessors} *
                                          static_cast<std::uint64_t>(std::max(1, resident));
  touched_bytes touched(memory_);
  state.touched = &touched;
  time_.before_launch(state, static_cast<std::uint64_t>(std::max(1, resident)));
  const launch_result result = run_launch(state, options_.host_threads, at_once);
  counters_.add(result.counters);
  add_lines(program, result.site_counters);
  add_findings(result.findings);
  if (options_.printed && !result.printed.empty())
    *options_.printed << result.printed << std::flush;
  error_ = result.error;
  if (!error_) time_.after_launch(state, result, kernel.resources.code_bytes);
}

void simt_backend::add_lines(const kernel_program& program, const std::vector<counter_set>& sites) {
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const source_place& place = program.places[i].source;
    const auto file = program.files.find(place.file);
    lines_[{program.name, file == program.files.end() ? "" : file->second, place.line}].add(
        sites[i]);
  }
}

std::vector<line_counters> simt_backend::take_lines() {
  std::vector<line_counters> result;
  for (const auto& [key, counters] : std::exchange(lines_, {}))
    result.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), counters});
  return result;
}

void simt_backend::add_findings(const std::vector<finding>& found) {
  for (const finding& each : found) {
    const auto key = [](const finding& f) { return std::tie(f.kind, f.kernel, f.file, f.line); };
    const bool known =
        each.line != 0 && std::any_of(findings_.begin(), findings_.end(),
                                      [&](const finding& f) { return key(f) == key(each); });
    if (!known) findings_.push_back(each);
  }
}

void simt_backend::synchronize() {
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

observation simt_backend::measure(const std::function<void()>& work, const measuring_options&) {
  take_counters();
  take_findings();
  time_.begin();
  work();
  synchronize();
  observation result;
  result.modelled = time_.total();
  result.stop_reason = "exact";
  result.counters = take_counters().named();
  // Left for take_findings() too: a caller may ask either way.
  result.findings = findings_;
  return result;
}

std::vector<finding> simt_backend::take_findings() { return std::exchange(findings_, {}); }

counter_set simt_backend::take_counters() { return std::exchange(counters_, {}); }

std::unique_ptr<backend> make_simt_backend(const simt_options& options) {
  return std::make_unique<simt_backend>(options);
}

}  // namespace warpmark::simt
