#include "bench/backends/simt/simt_backend.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "bench/backends/simt/errors.hpp"
#include "bench/backends/simt/execution/launch_check.hpp"
#include "bench/backends/simt/execution/machine.hpp"
#include "bench/backends/simt/finding_log.hpp"
#include "bench/backends/simt/memory/touched_bytes.hpp"
#include "bench/backends/simt/phase_recorder.hpp"
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
  card_.limits.interpreted = true;
  card_.memory_bytes = options_.memory_bytes;
}

device_pointer simt_backend::allocate(std::size_t size_bytes) {
  return memory_.allocate(size_bytes);
}

void simt_backend::release(device_pointer pointer) noexcept { memory_.release(pointer); }

void simt_backend::upload(device_pointer to, std::span<const std::byte> from) {
  if (from.empty()) return;
  std::memcpy(memory_.bytes(to, from.size(), "upload"), from.data(), from.size());
  memory_.mark_written(to, from.size());
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
  memory_.mark_written(to, size * count);
}

void simt_backend::copy(device_pointer to, device_pointer from, std::size_t size_bytes) {
  if (size_bytes == 0) return;
  const std::byte* source = memory_.bytes(from, size_bytes, "copy");
  std::memcpy(memory_.bytes(to, size_bytes, "copy"), source, size_bytes);
  memory_.mark_written(to, size_bytes);
  time_.give_up();
}

void simt_backend::call(const native_step& step, std::span<const native_buffer>) {
  throw unsupported_kernel(
      fmt::format("simt: {} is native code, which is not interpreted", step.name));
}

void simt_backend::forget(device_pointer to, std::size_t size_bytes) {
  if (size_bytes != 0) memory_.forget_written(to, size_bytes);
}

backend::module_handle simt_backend::load(const compiler::compiled_kernel& kernel) {
  const std::string content = kernel.lowered_name + "\n" + kernel.ptx;
  if (const auto found = by_content_.find(content); found != by_content_.end())
    return found->second;
  const ptx_module module = parse_ptx(kernel.ptx);
  auto& variables = variables_[kernel.ptx];
  if (variables == nullptr) variables = place_variables(module);
  std::map<std::string, std::uint64_t> addresses;
  for (const auto& [name, range] : *variables) addresses[name] = range.address;
  kernels_.push_back(
      {decode_kernel(module, kernel.lowered_name, addresses), variables, kernel.resources});
  return by_content_[content] = kernels_.size() - 1;
}

std::shared_ptr<const simt_backend::variable_map> simt_backend::place_variables(
    const ptx_module& module) {
  variable_map placed;
  for (const ptx_variable& each : module.variables) {
    if (each.space != state_space::global && each.space != state_space::constant) continue;
    const device_pointer address = allocate(each.size);
    memory_.mark_written(address, each.size);  // Without a value they are zero.
    placed[each.name] = {address, each.size};
    module_variables_.push_back(address);
    upload(address, std::span(each.initial).first(std::min(each.initial.size(), each.size)));
  }
  for (const ptx_variable& each : module.variables)
    for (const ptx_address_value& value : each.addresses) {
      std::uint64_t address = value.offset;
      if (const auto found = placed.find(value.name); found != placed.end())
        address += found->second.address;
      else if (const ptx_function* function = find_function(module, value.name))
        address += code_address(module, *function);
      else
        throw parse_error(
            fmt::format("simt: the initial value of '{}' names '{}', which the PTX "
                        "does not declare",
                        each.name, value.name));
      upload(placed[each.name].address + value.at, std::as_bytes(std::span(&address, 1)));
    }
  return std::make_shared<const variable_map>(std::move(placed));
}

memory_range simt_backend::variable(module_handle kernel, const std::string& lowered_name) {
  const auto& variables = *at(kernel).variables;
  const auto found = variables.find(lowered_name);
  if (found == variables.end())
    throw device_error(fmt::format("simt: no variable {} in the module of {}", lowered_name,
                                   at(kernel).program->name));
  return found->second;
}

std::unique_ptr<device_heap> simt_backend::make_heap() {
  const device_pointer base = allocate(options_.heap_bytes);
  module_variables_.push_back(base);
  return std::make_unique<device_heap>(base, options_.heap_bytes);
}

// The grid's barrier begins at zero in every launch.
device_pointer simt_backend::clear_workspace() {
  constexpr std::size_t size = 256;
  if (grid_workspace_ == 0) module_variables_.push_back(grid_workspace_ = allocate(size));
  upload(grid_workspace_, std::vector<std::byte>(size));
  return grid_workspace_;
}

void simt_backend::unload_all() {
  grid_workspace_ = 0;
  kernels_.clear();
  heap_.reset();
  by_content_.clear();
  variables_.clear();
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

void simt_backend::enqueue(module_handle handle, const launch_shape& wanted,
                           std::span<const std::span<const std::byte>> arguments) {
  const loaded_kernel& kernel = at(handle);
  if (error_) return;  // As on a card: after an error nothing runs until it has been reported.
  const kernel_program& program = *kernel.program;
  const int resident = resident_blocks(handle, static_cast<std::uint32_t>(wanted.block.count()),
                                       wanted.dynamic_shared_bytes)
                           .value_or(1);
  const launch_shape shape = checked_shape(program, wanted, options_.limits, resident);
  if (arguments.size() != program.parameters.size())
    throw device_error(fmt::format("simt: launch of {}: {} arguments for {} parameters",
                                   program.name, arguments.size(), program.parameters.size()));
  launch_state state{.program = &program, .memory = &memory_, .shape = shape};
  state.parameters.resize(program.parameter_bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto [offset, size] = program.parameters[i];
    if (arguments[i].size() != size)
      throw device_error(fmt::format("simt: launch of {}: argument {} has {} bytes, not {}",
                                     program.name, i, arguments[i].size(), size));
    std::memcpy(state.parameters.data() + offset, arguments[i].data(), size);
  }
  state.multiprocessors = static_cast<std::uint32_t>(options_.limits.multiprocessors);
  state.step_limit = options_.step_limit;
  state.meter = &meter_;
  state.stack_bytes = options_.stack_bytes;
  if (program.allocates && !heap_) heap_ = make_heap();
  state.heap = heap_.get();
  state.per_line = options_.per_line;
  state.explicit_cluster = program.bounds.needs_cluster || shape.cluster.count() > 1;
  if (program.reads_grid_workspace && shape.cooperative) state.grid_workspace = clear_workspace();
  state.check = options_.check;
  const std::uint64_t at_once = shape.cooperative
                                    ? shape.grid.count()
                                    : std::uint64_t{state.multiprocessors} *
                                          static_cast<std::uint64_t>(std::max(1, resident));
  touched_bytes touched(memory_);
  state.touched = &touched;
  time_.before_launch(state, static_cast<std::uint64_t>(std::max(1, resident)));
  std::optional<phase_recorder> phases;
  if (options_.phases) state.phases = &phases.emplace(program.code.size(), options_.per_line);
  const launch_result result = run_launch(state, options_.host_threads, at_once);
  if (phases) phases_.push_back(phases->finish(program.name));
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
  for (const finding& each : found)
    if (std::none_of(findings_.begin(), findings_.end(),
                     [&](const finding& f) { return same_rule_broken(f, each); }))
      findings_.push_back(each);
}

void simt_backend::synchronize() {
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

observation simt_backend::measure(const timed_work& work, const measuring_options&) {
  if (work.prepare) work.prepare();
  synchronize();
  take_counters();
  take_findings();
  take_phases();
  time_.begin();
  work.run();
  synchronize();
  observation result;
  result.modelled = time_.total();
  result.stop_reason = "exact";
  result.counters = take_counters().named();
  result.phases = take_phases();
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
