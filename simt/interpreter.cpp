#include "simt/interpreter.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/launch_check.hpp"
#include "simt/execution/machine.hpp"
#include "simt/finding_log.hpp"
#include "simt/memory/memory_snapshot.hpp"
#include "simt/memory/touched_bytes.hpp"
#include "simt/model/card_file.hpp"
#include "simt/model/occupancy.hpp"
#include "simt/phase_recorder.hpp"
#include "simt/ptx/functions.hpp"
#include "simt/ptx/parser.hpp"

namespace warpmark::simt {
interpreter::interpreter(const interpreter_options& options)
    : options_(options),
      budget_(options.host_memory_bytes, options.memory_advice),
      memory_(options.memory_bytes, &budget_),
      time_(options.card ? options.card.get()
                         : model::card_for_architecture(options.limits.architecture)) {
  options_.limits.interpreted = true;
  if (options_.host_threads == 0)
    options_.host_threads = std::max(1u, std::thread::hardware_concurrency());
}

void interpreter::upload(device_pointer to, std::span<const std::byte> from) {
  if (from.empty()) return;
  may_run_.clear();
  std::memcpy(memory_.bytes(to, from.size(), "upload"), from.data(), from.size());
  memory_.mark_written(to, from.size());
}

void interpreter::download(std::span<std::byte> to, device_pointer from) {
  if (to.empty()) return;
  std::memcpy(to.data(), memory_.bytes(from, to.size(), "download"), to.size());
}

void interpreter::fill(device_pointer to, std::span<const std::byte> pattern, std::size_t count) {
  if (count == 0) return;
  const std::size_t size = pattern.size();
  if (size != 4 && size != 8)
    throw device_error(fmt::format("simt: fill: a pattern of {} bytes; expected 4 or 8", size));
  std::byte* bytes = memory_.bytes(to, size * count, "fill");
  may_run_.clear();
  time_.add_fill(to, size * count);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(bytes + i * size, pattern.data(), size);
  memory_.mark_written(to, size * count);
}

std::uint64_t interpreter::create_texture(const texture_description& described) {
  memory_.bytes(described.address, described.bytes(), "create_texture");
  return textures_.add(described);
}

void interpreter::copy(device_pointer to, device_pointer from, std::size_t size_bytes) {
  if (size_bytes == 0) return;
  const std::byte* source = memory_.bytes(from, size_bytes, "copy");
  may_run_.clear();
  std::memcpy(memory_.bytes(to, size_bytes, "copy"), source, size_bytes);
  memory_.mark_written(to, size_bytes);
  time_.give_up();
}

void interpreter::forget(device_pointer to, std::size_t size_bytes) {
  if (size_bytes != 0) memory_.forget_written(to, size_bytes);
}

interpreter::kernel_handle interpreter::load(const std::string& ptx, const std::string& entry,
                                             const machine_code_facts& facts) {
  const std::string content = entry + "\n" + ptx;
  if (const auto found = by_content_.find(content); found != by_content_.end())
    return found->second;
  const ptx_module module = parse_ptx(ptx);
  auto& variables = variables_[ptx];
  if (variables == nullptr) variables = place_variables(module);
  std::map<std::string, std::uint64_t> addresses;
  for (const auto& [name, range] : *variables) addresses[name] = range.address;
  kernels_.push_back({decode_kernel(module, entry, addresses, facts.loads), variables, facts});
  if (kernels_.back().program->launches_grids) {
    auto children = std::make_shared<child_kernels>();
    children->ptx = ptx;
    for (const auto& [name, function] : module.functions)
      if (function.entry) children->entries[code_address(module, function)] = name;
    kernels_.back().children = std::move(children);
  }
  return by_content_[content] = kernels_.size() - 1;
}

std::shared_ptr<const interpreter::variable_map> interpreter::place_variables(
    const ptx_module& module) {
  variable_map placed;
  for (const ptx_variable& variable : module.variables) {
    if (variable.space != state_space::global && variable.space != state_space::constant) continue;
    const device_pointer address = allocate(variable.size);
    memory_.mark_written(address, variable.size);  // Without a value they are zero.
    placed[variable.name] = {address, variable.size};
    module_variables_.push_back(address);
    upload(address,
           std::span(variable.initial).first(std::min(variable.initial.size(), variable.size)));
  }
  for (const ptx_variable& variable : module.variables)
    for (const ptx_address_value& value : variable.addresses) {
      std::uint64_t address = value.offset;
      if (const auto found = placed.find(value.name); found != placed.end())
        address += found->second.address;
      else if (const ptx_function* function = find_function(module, value.name))
        address += code_address(module, *function);
      else
        throw parse_error(
            fmt::format("simt: the initial value of '{}' names '{}', which the PTX "
                        "does not declare",
                        variable.name, value.name));
      upload(placed[variable.name].address + value.at,
             std::as_bytes(std::span(&address, 1)).subspan(value.first_byte, value.bytes));
    }
  return std::make_shared<const variable_map>(std::move(placed));
}

memory_range interpreter::variable(kernel_handle kernel, const std::string& mangled_name) const {
  const auto& variables = *at(kernel).variables;
  const auto found = variables.find(mangled_name);
  if (found == variables.end())
    throw device_error(fmt::format("simt: no variable {} in the module of {}", mangled_name,
                                   at(kernel).program->name));
  return found->second;
}

std::unique_ptr<device_heap> interpreter::make_heap() {
  const device_pointer base = allocate(options_.heap_bytes);
  module_variables_.push_back(base);
  return std::make_unique<device_heap>(base, options_.heap_bytes);
}

// The grid barrier starts at zero in every launch.
device_pointer interpreter::clear_workspace() {
  constexpr std::size_t size = 256;
  if (grid_workspace_ == 0) module_variables_.push_back(grid_workspace_ = allocate(size));
  std::memset(memory_.bytes(grid_workspace_, size, "upload"), 0, size);
  memory_.mark_written(grid_workspace_, size);
  return grid_workspace_;
}

void interpreter::unload_all() {
  grid_workspace_ = parameter_buffers_ = 0;
  kernels_.clear();
  heap_.reset();
  by_content_.clear();
  variables_.clear();
  for (const device_pointer module_variable : module_variables_) release(module_variable);
  module_variables_.clear();
}

const interpreter::loaded_kernel& interpreter::at(kernel_handle kernel) const {
  if (kernel >= kernels_.size())
    throw device_error(fmt::format("simt: no kernel has handle {}", kernel));
  return kernels_[kernel];
}

int interpreter::resident_blocks(kernel_handle handle, std::uint32_t block_threads,
                                 std::size_t dynamic_shared_bytes) const {
  return resident_blocks_of(at(handle), block_threads, dynamic_shared_bytes);
}

int interpreter::resident_blocks_of(const loaded_kernel& kernel, std::uint32_t block_threads,
                                    std::size_t dynamic_shared_bytes) const {
  const std::size_t fixed =
      std::max(kernel.facts.static_shared_bytes, kernel.program->static_shared_bytes);
  return model::resident_blocks(options_.limits, kernel.facts.registers, block_threads,
                                fixed + dynamic_shared_bytes, kernel.facts.named_barriers);
}

void interpreter::launch(kernel_handle handle, const launch_shape& launch_shape,
                         std::span<const std::span<const std::byte>> arguments) {
  const loaded_kernel kernel = at(handle);  // Loading a child may move the kernels.
  if (error_) return;  // As on a GPU: after an error nothing runs until it has been reported.
  const kernel_program& program = *kernel.program;
  if (arguments.size() != program.parameters.size())
    throw device_error(fmt::format("simt: launch of {}: {} arguments for {} parameters",
                                   program.name, arguments.size(), program.parameters.size()));
  std::vector<std::byte> parameters(program.parameter_bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto [offset, size] = program.parameters[i];
    if (arguments[i].size() != size)
      throw device_error(fmt::format("simt: launch of {}: argument {} has {} bytes; expected {}",
                                     program.name, i, arguments[i].size(), size));
    std::memcpy(parameters.data() + offset, arguments[i].data(), size);
  }
  run_grid(kernel, launch_shape, std::move(parameters), 1);
}

device_pointer interpreter::parameter_buffers() {
  if (parameter_buffers_ == 0)
    module_variables_.push_back(parameter_buffers_ = allocate(device_launch_queue::max_pending *
                                                              device_launch_queue::buffer_bytes));
  return parameter_buffers_;
}

// Errors of a child are those of the launch.
void interpreter::run_child(const loaded_kernel& parent, device_launch& child, unsigned depth) {
  try {
    const auto entry = parent.children->entries.find(child.function);
    if (entry == parent.children->entries.end())
      throw device_error(fmt::format("simt: kernel {} launches {:#x}, which is no kernel",
                                     parent.program->name, child.function));
    const loaded_kernel kernel = at(load(parent.children->ptx, entry->second));
    child.parameters.resize(kernel.program->parameter_bytes);
    run_grid(kernel, child.shape, std::move(child.parameters), depth);
  } catch (const device_error&) {
    error_ = std::current_exception();
  }
}

void interpreter::run_grid(const loaded_kernel& kernel, const launch_shape& shape,
                           std::vector<std::byte> parameters, unsigned depth) {
  std::vector<device_launch> children = run_blocks(kernel, shape, std::move(parameters), depth);
  if (!children.empty()) time_.give_up();
  for (device_launch& child : children)
    if (!error_) run_child(kernel, child, depth + 1);
}

std::vector<device_launch> interpreter::run_blocks(const loaded_kernel& kernel,
                                                   const launch_shape& launch_shape,
                                                   std::vector<std::byte> parameters,
                                                   unsigned depth) {
  const kernel_program& program = *kernel.program;
  const int resident =
      resident_blocks_of(kernel, static_cast<std::uint32_t>(launch_shape.block.count()),
                         launch_shape.dynamic_shared_bytes);
  const warpmark::launch_shape shape =
      checked_shape(program, launch_shape, options_.limits, resident);
  launch_state state{.program = &program, .memory = &memory_, .shape = shape};
  state.order = next_schedule(shape);
  state.parameters = std::move(parameters);
  state.multiprocessors = static_cast<std::uint32_t>(options_.limits.multiprocessors);
  state.step_limit = options_.step_limit;
  state.meter = &meter_;
  state.budget = &budget_;
  state.progress = options_.progress;
  state.progress.block_instructions =
      std::max(options_.progress.block_instructions, 8 * memory_.used());
  state.stack_bytes = options_.stack_bytes;
  if (program.allocates && !heap_) heap_ = make_heap();
  std::optional<device_launch_queue> launched;
  if (program.launches_grids) state.device_launches = &launched.emplace(parameter_buffers(), depth);
  state.heap = heap_.get();
  state.textures = &textures_;
  state.per_line = options_.per_line;
  state.explicit_cluster = program.bounds.needs_cluster || shape.cluster.count() > 1;
  if (program.reads_grid_workspace && shape.cooperative) state.grid_workspace = clear_workspace();
  state.check = sampling_.max_blocks > 0 ? checks_of_sample(program) : options_.check;
  if (launches_++ >= full_launches_ && can_be_sampled(state, sampling_.max_blocks)) {
    state.sample = spread_blocks(shape.grid, sampling_.max_blocks);
    state.sample_instructions = sampling_.warp_instructions;
    state.check = checks::none();
    ++sampled_launches_;
  }
  const std::uint64_t at_once = shape.cooperative
                                    ? shape.grid.count()
                                    : std::uint64_t{state.multiprocessors} *
                                          static_cast<std::uint64_t>(std::max(1, resident));
  const launch_charges charges(budget_);
  std::shared_ptr<touched_bytes> touched;
  std::unique_ptr<launch_dependency> dependency;
  std::optional<phase_recorder> phases;
  const auto run = [&] {
    touched = std::make_shared<touched_bytes>(memory_);
    state.touched = touched.get();
    dependency = dependency_of(shape);
    state.dependency = dependency.get();
    time_.before_launch(state, static_cast<std::uint64_t>(std::max(1, resident)),
                        std::max(kernel.facts.local_bytes, program.local_bytes));
    if (options_.phases && depth == 1)
      state.phases = &phases.emplace(program.classes, options_.per_line);
    return run_launch(state, options_.host_threads, at_once);
  };
  std::optional<launch_result> attempt = try_in_parallel(state, run);
  const launch_result result = attempt ? *std::move(attempt) : run();
  if (dependency) {
    may_run_.clear();
    if (!dependency->settled) may_run_ = std::move(dependency->predecessors);
    may_run_.emplace_back(program.name, touched, memory_);
  }
  if (phases) phases_.push_back(phases->finish(program.name));
  counters_.add(result.counters);
  add_lines(program, result.site_counters);
  add_findings(result.findings);
  if (options_.printed && !result.printed.empty())
    *options_.printed << result.printed << std::flush;
  error_ = result.error;
  if (!error_) time_.after_launch(state, result, kernel.facts.code_bytes);
  return launched ? launched->take() : std::vector<device_launch>{};
}

void interpreter::sample_blocks(const sample_limits& limits, std::uint64_t full_launches) {
  sampling_ = limits;
  full_launches_ = full_launches;
}

void interpreter::watch_dependent_launches(bool watched) {
  options_.dependent_launches = watched;
  may_run_.clear();
}

// A launch that does not overlap the one before it begins after the end of all others.
std::unique_ptr<launch_dependency> interpreter::dependency_of(const launch_shape& shape) {
  if (!options_.dependent_launches) return nullptr;
  auto result = std::make_unique<launch_dependency>();
  if (shape.programmatic) result->predecessors = may_run_;
  return result;
}

schedule interpreter::next_schedule(const launch_shape& shape) {
  if (schedule_seed_ == 0) return {};
  const std::uint64_t clusters = shape.grid.count() / shape.cluster.count();
  return {.seed = schedule_random_() | 1, .clusters = shuffled_range(clusters, schedule_random_)};
}

// Where a part of the blocks is enough, nobody asks whether the kernel is correct. Of blocks that
// may run on several threads it matters whether their results depend on it.
checks interpreter::checks_of_sample(const kernel_program& program) const {
  checks wanted = checks::none();
  wanted.global_races = options_.check.global_races && !program.ordered_blocks;
  return wanted;
}

// Blocks rarely depend on each other. Where they may, or the launch fails, it is undone.
std::optional<launch_result> interpreter::try_in_parallel(
    launch_state& state, const std::function<launch_result()>& run) {
  const std::uint64_t clusters = state.shape.grid.count() / state.shape.cluster.count();
  if (!state.check.global_races || state.program->ordered_blocks || state.order.is_random() ||
      state.device_launches || options_.host_threads == 1 || clusters == 1)
    return std::nullopt;
  const launch_charges charges(budget_);
  const charged_thread charged(&budget_);
  try {
    const memory_snapshot before(memory_);
    const std::uint64_t issued = meter_.used().warp_instructions;
    std::optional<launch_result> result;
    state.in_parallel = true;
    try {
      result = run();
    } catch (const device_memory_error&) {  // What is remembered for one thread may fit.
    }
    state.in_parallel = false;
    if (result && !result->error && !result->is_disputed) return result;
    before.restore();
    meter_.go_back_to(issued);
  } catch (const device_memory_error&) {  // Nor does the snapshot.
  }
  return std::nullopt;
}

void interpreter::add_lines(const kernel_program& program, const std::vector<counter_set>& sites) {
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const source_place& place = program.places[i].source;
    lines_[{program.name, program.sources.file(place), place.line}].add(sites[i]);
  }
}

std::vector<line_counters> interpreter::take_lines() {
  std::vector<line_counters> result;
  for (const auto& [key, counters] : std::exchange(lines_, {}))
    result.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), counters});
  return result;
}

void interpreter::add_findings(const std::vector<finding>& found) {
  for (const finding& item : found)
    if (std::none_of(findings_.begin(), findings_.end(),
                     [&](const finding& f) { return same_rule_broken(f, item); }))
      findings_.push_back(item);
}

void interpreter::synchronize() {
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

}  // namespace warpmark::simt
