#include "bench/core/prepared_point.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpmark {

guarded_buffer& device_inputs::get(const std::string& name) {
  auto found = buffers_.find(name);
  if (found == buffers_.end()) {
    const auto contents = instance_.input(name);
    found = buffers_.emplace(name, guarded_buffer(machine_, contents.size())).first;
    machine_.upload(found->second.address(), contents);
  }
  return found->second;
}

namespace {

std::size_t size_of(const buffer_spec& wanted) {
  if (!wanted.ask_size_bytes) return wanted.size_bytes;
  try {
    return wanted.ask_size_bytes();
  } catch (const std::runtime_error& error) {
    // Nothing ran, so nothing crashed: the library cannot work with this device or its driver.
    throw unsupported_kernel(fmt::format("the size of buffer '{}': {}", wanted.name, error.what()));
  }
}

}  // namespace

prepared_point::prepared_point(backend& machine, const launch_plan& plan,
                               const std::vector<compiler::kernel_handle>& kernels,
                               device_inputs& inputs)
    : machine_(machine), plan_(plan), inputs_(inputs) {
  for (const auto& kernel : kernels) modules_.push_back(machine.load(*kernel));
  owned_.reserve(plan.buffers.size());  // pointers to elements are kept
  for (const auto& wanted : plan.buffers) {
    if (wanted.role == buffer_role::input) {
      buffers_.push_back(&inputs.get(wanted.name));
    } else {
      owned_.emplace_back(machine, size_of(wanted));
      buffers_.push_back(&owned_.back());
    }
  }
}

void prepared_point::poison() {
  for (auto& buffer : owned_) buffer.poison();
}

device_pointer prepared_point::address(const buffer_argument& argument) const {
  return buffers_[argument.buffer]->address() + argument.offset_bytes;
}

void prepared_point::enqueue() {
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

void prepared_point::enqueue(const fill_step& fill) {
  machine_.fill(address(fill.target), fill.pattern, fill.count);
}

void prepared_point::enqueue(const copy_step& copy) {
  machine_.copy(address(copy.to), address(copy.from), copy.size_bytes);
}

void prepared_point::enqueue(const native_step& native) {
  std::vector<native_buffer> buffers;
  buffers.reserve(native.buffers.size());
  for (const auto& each : native.buffers)
    buffers.push_back({reinterpret_cast<void*>(static_cast<std::uintptr_t>(address(each))),
                       buffers_[each.buffer]->size_bytes() - each.offset_bytes});
  machine_.call(native, buffers);
}

verdict prepared_point::verify(double rounding_depth, std::string& buffer) {
  verdict result{.ok = true};
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    buffer = plan_.buffers[i].name;
    if (const auto damage = buffers_[i]->damage(); !damage.empty()) {
      buffers_[i]->arm();
      result.ok = false;
      result.expected = "whole canaries";
      result.got = damage;
      return result;
    }
  }
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    if (plan_.buffers[i].role != buffer_role::output) continue;
    buffer = plan_.buffers[i].name;
    std::vector<std::byte> contents(plan_.buffers[i].size_bytes);
    machine_.download(contents, buffers_[i]->address());
    result = inputs_.instance().check(buffer, contents, rounding_depth);
    if (!result.ok) return result;
  }
  return result;
}

std::optional<double> prepared_point::occupancy(std::size_t index) const {
  for (const auto& step : plan_.steps) {
    const auto* launch = std::get_if<launch_step>(&step);
    if (launch == nullptr || launch->kernel != index) continue;
    const auto threads = static_cast<std::uint32_t>(launch->shape.block.count());
    const auto blocks =
        machine_.resident_blocks(modules_[index], threads, launch->shape.dynamic_shared_bytes);
    if (!blocks) return std::nullopt;
    return static_cast<double>(*blocks) * threads /
           machine_.device().limits.max_threads_per_multiprocessor;
  }
  return std::nullopt;
}

}  // namespace warpmark
