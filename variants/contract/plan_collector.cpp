#include "variants/contract/plan_collector.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "variants/contract/problem_axes.hpp"

namespace warpmark {

plan_collector::plan_collector(const problem& problem)
    : n_(static_cast<std::uint64_t>(problem.integer("n"))),
      type_(element_type_of(problem)),
      offset_bytes_(input_offset(problem) * size_bytes(type_)) {
  add_input("input", offset_bytes_ + n_ * size_bytes(type_));
}

std::size_t plan_collector::add_buffer(buffer_spec spec) {
  plan_.buffers.push_back(std::move(spec));
  return plan_.buffers.size() - 1;
}

std::size_t plan_collector::add_input(std::string name, std::size_t size_bytes) {
  return add_buffer({std::move(name), buffer_role::input, size_bytes});
}

std::size_t plan_collector::add_output(std::string name, std::size_t size_bytes) {
  return add_buffer({std::move(name), buffer_role::output, size_bytes});
}

std::size_t plan_collector::scratch_bytes(std::string name, std::size_t size_bytes) {
  return add_buffer({std::move(name), buffer_role::scratch, size_bytes});
}

std::size_t plan_collector::scratch_of_asked_size(std::string name,
                                                  std::function<std::size_t()> size_bytes) {
  return add_buffer({std::move(name), buffer_role::scratch, 0, std::move(size_bytes)});
}

std::size_t plan_collector::state(std::string name, std::size_t size_bytes) {
  return add_buffer({std::move(name), buffer_role::state, size_bytes});
}

std::size_t plan_collector::zeroed(std::string name, std::size_t size_bytes) {
  const std::size_t added = scratch_bytes(std::move(name), size_bytes);
  fill({added}, scalar_argument::of(std::uint32_t{0}), size_bytes / 4);
  return added;
}

launch_step& plan_collector::launch_instance(const template_instance& kernel, std::uint64_t grid,
                                             std::uint32_t block,
                                             std::vector<kernel_argument> arguments) {
  return std::get<launch_step>(
      plan_.steps.emplace_back(instance(kernel, grid, block, std::move(arguments))));
}

void plan_collector::launch_one_by_one(std::uint64_t count,
                                       std::function<launch_step(std::uint64_t)> at) {
  plan_.steps.emplace_back(launch_series{count, std::move(at)});
}

void plan_collector::let_kernels_launch() {
  for (auto& kernel : plan_.kernels) kernel.device_launches = true;
}

void plan_collector::compile_for(int architecture) {
  for (auto& kernel : plan_.kernels) kernel.min_architecture = architecture;
}

launch_step plan_collector::instance(const template_instance& kernel, std::uint64_t grid,
                                     std::uint32_t block, std::vector<kernel_argument> arguments) {
  if (grid > std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument(fmt::format("a grid of {} blocks exceeds 2^31 - 1", grid));
  const kernel_instance added{kernel.file(), kernel.spelling(), std::string(cuda_header(type_))};
  auto found = std::find(plan_.kernels.begin(), plan_.kernels.end(), added);
  if (found == plan_.kernels.end()) found = plan_.kernels.insert(found, added);

  return {.kernel = static_cast<std::size_t>(found - plan_.kernels.begin()),
          .shape = {.grid = {static_cast<std::uint32_t>(grid)}, .block = {block}},
          .arguments = std::move(arguments)};
}

void plan_collector::fill(buffer_argument target, scalar_argument pattern, std::size_t count) {
  plan_.steps.emplace_back(fill_step{target, pattern, count});
}

void plan_collector::copy(buffer_argument to, buffer_argument from, std::size_t size_bytes) {
  plan_.steps.emplace_back(copy_step{to, from, size_bytes});
}

void plan_collector::restore(buffer_argument to, buffer_argument from, std::size_t size_bytes) {
  plan_.restore.emplace_back(copy_step{to, from, size_bytes});
}

std::uint64_t blocks_for(std::uint64_t n, std::uint64_t tile) {
  return std::max<std::uint64_t>(1, (n + tile - 1) / tile);
}

}  // namespace warpmark
