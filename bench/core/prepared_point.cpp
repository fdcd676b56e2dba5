#include "bench/core/prepared_point.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include <fmt/format.h>

namespace warpmark {

namespace {

std::size_t size_of(const buffer_spec& buffer_spec) {
  if (!buffer_spec.ask_size_bytes) return buffer_spec.size_bytes;
  try {
    return buffer_spec.ask_size_bytes();
  } catch (const std::runtime_error& error) {
    // Nothing has run, so this is not a crash: the library does not support this device or its
    // driver.
    throw unsupported_kernel(
        fmt::format("the size of buffer '{}': {}", buffer_spec.name, error.what()));
  }
}

// The expected contents of an input.
oracle_result expect_unchanged(std::span<const std::byte> contents,
                               std::span<const std::byte> expected) {
  const auto found = std::mismatch(contents.begin(), contents.end(), expected.begin()).first;
  if (found == contents.end()) return {.ok = true};
  const auto at = static_cast<std::size_t>(found - contents.begin());
  return {.ok = false,
          .first_bad_index = at,
          .expected = "an input that no kernel writes to",
          .got = fmt::format("another value in byte {}", at)};
}

oracle_result expect_zeros(std::span<const std::byte> contents) {
  const auto found =
      std::find_if(contents.begin(), contents.end(), [](std::byte b) { return b != std::byte{0}; });
  if (found == contents.end()) return {.ok = true};
  return {.ok = false,
          .first_bad_index = static_cast<std::size_t>(found - contents.begin()),
          .expected = "zeros, as before the execution",
          .got = fmt::format("0x{:02x}", static_cast<unsigned>(*found))};
}

}  // namespace

std::size_t footprint_bytes(const launch_plan& plan) {
  std::size_t sum = 0;
  for (const auto& buffer : plan.buffers) sum += size_of(buffer);
  return sum;
}

prepared_point::prepared_point(backend& machine, const launch_plan& plan,
                               const std::vector<compiler::kernel_handle>& kernels,
                               device_inputs& inputs, std::size_t placements,
                               std::shared_ptr<buffer_pool> pool)
    : machine_(machine),
      plan_(plan),
      inputs_(inputs),
      pool_(pool ? std::move(pool) : std::make_shared<buffer_pool>(machine)),
      placements_(placements) {
  machine.watch_dependent_launches(has_dependent_launch(plan));
  for (const auto& kernel : kernels) modules_.push_back(machine.load(*kernel));
  for (std::size_t number = 0; number < placements; ++number)
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
      const buffer_spec& buffer_spec = plan.buffers[i];
      guarded_buffer& made = buffer_spec.role == buffer_role::input
                                 ? inputs.get(buffer_spec.name, number)
                                 : pool_->get(i, size_of(buffer_spec), number);
      machine.label(made.address(), buffer_spec.name, 1);
      placements_[number].buffers.push_back(&made);
    }
  find_variables(kernels);
  write_variables();
}

void prepared_point::find_variables(const std::vector<compiler::kernel_handle>& kernels) {
  for (const variable_contents& variable : plan_.variables) {
    const guarded_buffer& from = *placements_.front().buffers[variable.buffer];
    const memory_range to =
        machine_.variable(modules_[variable.kernel],
                          kernels[variable.kernel]->lowered_others.at("&" + variable.variable));
    if (to.size_bytes < from.size_bytes())
      throw unsupported_kernel(fmt::format("variable {} has {} bytes, fewer than the {} of '{}'",
                                           variable.variable, to.size_bytes, from.size_bytes(),
                                           plan_.buffers[variable.buffer].name));
    variables_.push_back(to.address);
  }
}

void prepared_point::write_variables() {
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const guarded_buffer& from = buffer(plan_.variables[i].buffer);
    machine_.copy(variables_[i], from.address(), from.size_bytes());
  }
}

void prepared_point::poison() {
  for (auto& placement : placements_) {
    placement.used = false;
    for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
      const buffer_role role = plan_.buffers[i].role;
      if (role == buffer_role::input) continue;
      role == buffer_role::state ? placement.buffers[i]->clear() : placement.buffers[i]->poison();
    }
  }
}

void prepared_point::renew(std::size_t set, renewal* by) {
  if (machine_.executes()) placements_[current_].used = false;
  inputs_.load(current_, set, by);
  write_variables();
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    const buffer_role role = plan_.buffers[i].role;
    if (role != buffer_role::output && role != buffer_role::scratch) continue;
    guarded_buffer& poisoned = buffer(i);
    by != nullptr ? by->fill(poisoned.address(), guarded_buffer::poison_byte, poisoned.size_bytes())
                  : poisoned.poison();
  }
}

std::string prepared_point::written_buffer() {
  constexpr std::size_t looked_at = 64 << 10;  // At each end: a large buffer takes long to read.
  current_ = 0;
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    const buffer_role role = plan_.buffers[i].role;
    if (role == buffer_role::input) continue;
    const std::byte untouched =
        role == buffer_role::state ? std::byte{0} : guarded_buffer::poison_byte;
    const std::size_t size = buffer(i).size_bytes(), part = std::min(size, looked_at);
    for (const std::size_t begin : {std::size_t{0}, size - part}) {
      on_host_.resize(part);
      machine_.download(on_host_, buffer(i).address() + begin);
      if (std::any_of(on_host_.begin(), on_host_.end(),
                      [&](std::byte seen) { return seen != untouched; }))
        return plan_.buffers[i].name;
    }
  }
  return "";
}

device_pointer prepared_point::address(const buffer_argument& argument) const {
  return buffer(argument.buffer).address() + argument.offset_bytes;
}

void prepared_point::restore() {
  for (const auto& step : plan_.restore)
    std::visit([this](const auto& one) { enqueue(one); }, step);
}

void prepared_point::enqueue() {
  if (machine_.executes()) placements_[current_].used = true;
  for (const auto& step : plan_.steps) std::visit([this](const auto& one) { enqueue(one); }, step);
}

void prepared_point::enqueue(const launch_step& launch) {
  std::vector<scalar_argument> arguments;
  arguments.reserve(launch.arguments.size());
  for (const auto& argument : launch.arguments) {
    if (const auto* buffer = std::get_if<buffer_argument>(&argument))
      arguments.push_back(scalar_argument::of(address(*buffer)));
    else
      arguments.push_back(std::get<scalar_argument>(argument));
  }
  machine_.launch(modules_[launch.kernel], launch.shape, arguments);
}

void prepared_point::enqueue(const launch_series& series) {
  for (std::uint64_t i = 0; i < series.count; ++i) enqueue(series.at(i));
}

void prepared_point::enqueue(const fill_step& fill) {
  machine_.fill(address(fill.target), fill.pattern, fill.count);
}

void prepared_point::enqueue(const copy_step& copy) {
  machine_.copy(address(copy.to), address(copy.from), copy.size_bytes);
}

void prepared_point::enqueue(const native_step& native) {
  std::vector<native_buffer> buffers;
  buffers.reserve(native.buffers.size());
  for (const auto& item : native.buffers)
    buffers.push_back({std::bit_cast<void*>(static_cast<std::uintptr_t>(address(item))),
                       buffer(item.buffer).size_bytes() - item.offset_bytes});
  machine_.call(native, buffers, native_operations_.value_or(native.operations));
}

oracle_result prepared_point::verify(const guarantees& guaranteed, std::string& buffer,
                                     verified_output_cache* verified) {
  oracle_result result{.ok = true};
  for (current_ = 0; current_ < placements_.size(); ++current_) {
    if (!placements_[current_].used) continue;
    result = verify_current(guaranteed, buffer, verified);
    if (!result.ok) return result;
  }
  current_ = 0;
  return result;
}

oracle_result prepared_point::damage_of(std::size_t index, verified_output_cache* verified) {
  if (const auto damage = buffer(index).damage(); !damage.empty()) {
    buffer(index).write_guards();
    return {.ok = false, .expected = "intact canaries", .got = damage};
  }
  const buffer_spec& spec = plan_.buffers[index];
  if (spec.role != buffer_role::input || !plan_.inputs_are_checked) return {.ok = true};
  const memory_range here{buffer(index).address(), buffer(index).size_bytes()};
  const std::string key = "input " + name_in_set(spec.name);  // No output has such a name.
  if (verified != nullptr)
    if (auto known = verified->find(key, here, {})) return *known;
  oracle_result found =
      expect_unchanged(downloaded(index), inputs_.instance(current_).input(spec.name));
  if (found.ok && verified != nullptr) verified->keep(key, here, {}, found);
  return found;
}

oracle_result prepared_point::find_damage(std::string& name, verified_output_cache* verified) {
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    name = plan_.buffers[i].name;
    if (oracle_result found = damage_of(i, verified); !found.ok) return found;
  }
  return {.ok = true};
}

std::map<std::string, std::vector<std::byte>> prepared_point::outputs() {
  std::map<std::string, std::vector<std::byte>> result;
  current_ = 0;
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    const buffer_spec& spec = plan_.buffers[i];
    if (spec.role != buffer_role::output) continue;
    auto& contents = result[spec.name];
    contents.resize(spec.size_bytes);
    machine_.download(contents, buffer(i).address());
  }
  return result;
}

prepared_point::wrong_output prepared_point::why_wrong(const std::string& name,
                                                       const guarantees& guaranteed) {
  const auto found = std::find_if(
      plan_.buffers.begin(), plan_.buffers.end(),
      [&](const buffer_spec& one) { return one.name == name && one.role == buffer_role::output; });
  if (is_damaged_ || found == plan_.buffers.end()) return wrong_output::other;
  const auto contents = downloaded(static_cast<std::size_t>(found - plan_.buffers.begin()));
  const auto is_poison = [](std::byte seen) { return seen == guarded_buffer::poison_byte; };
  if (std::all_of(contents.begin(), contents.end(), is_poison)) return wrong_output::unwritten;
  for (std::size_t set = 0; set < inputs_.sets(); ++set)
    if (set != inputs_.set_of(current_) &&
        inputs_.instance_of(set).check(name, contents, guaranteed).ok)
      return wrong_output::of_other_inputs;
  return wrong_output::other;
}

std::span<const std::byte> prepared_point::downloaded(std::size_t index) {
  on_host_.resize(buffer(index).size_bytes());
  machine_.download(on_host_, buffer(index).address());
  return on_host_;
}

oracle_result prepared_point::judge_output(std::size_t index, const guarantees& guaranteed,
                                           verified_output_cache* verified) {
  const std::string& name = plan_.buffers[index].name;
  const std::string key = name_in_set(name);
  const memory_range here{buffer(index).address(), plan_.buffers[index].size_bytes};
  if (verified != nullptr)
    if (auto known = verified->find(key, here, guaranteed)) return *known;
  oracle_result found = inputs_.instance(current_).check(name, downloaded(index), guaranteed);
  if (found.ok && verified != nullptr) verified->keep(key, here, guaranteed, found);
  return found;
}

// Other inputs have other results.
std::string prepared_point::name_in_set(const std::string& name) const {
  const std::size_t set = inputs_.set_of(current_);
  return set == 0 ? name : fmt::format("{} of set {}", name, set);
}

oracle_result prepared_point::verify_current(const guarantees& guaranteed, std::string& name,
                                             verified_output_cache* verified) {
  oracle_result result = find_damage(name, verified);
  is_damaged_ = !result.ok;
  if (is_damaged_) return result;
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    const buffer_spec& spec = plan_.buffers[i];
    if (spec.role != buffer_role::output && spec.role != buffer_role::state) continue;
    name = spec.name;
    result = spec.role == buffer_role::state ? expect_zeros(downloaded(i))
                                             : judge_output(i, guaranteed, verified);
    if (!result.ok) return result;
  }
  return result;
}

std::optional<double> prepared_point::occupancy(std::size_t index) const {
  const auto launch = first_launch(plan_, index);
  if (!launch) return std::nullopt;
  const auto threads = static_cast<std::uint32_t>(launch->shape.block.count());
  const auto blocks =
      machine_.resident_blocks(modules_[index], threads, launch->shape.dynamic_shared_bytes);
  if (!blocks) return std::nullopt;
  return static_cast<double>(*blocks) * threads /
         machine_.device().limits.max_threads_per_multiprocessor;
}

}  // namespace warpmark
