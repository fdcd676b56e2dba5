#include "variants/contract/composed_plan.hpp"

#include <algorithm>

namespace warpmark {
namespace {

// Translates the indices in the steps of a part to those of the full plan.
class renumbering {
 public:
  renumbering(std::vector<std::size_t> kernels, std::vector<std::size_t> buffers)
      : kernels_(std::move(kernels)), buffers_(std::move(buffers)) {}

  launch_step operator()(launch_step step) const {
    step.kernel = kernels_[step.kernel];
    for (auto& argument : step.arguments)
      if (auto* buffer = std::get_if<buffer_argument>(&argument)) *buffer = renumbered(*buffer);
    return step;
  }

  launch_series operator()(const launch_series& series) const {
    return {series.count, [all = *this, at = series.at](std::uint64_t i) { return all(at(i)); }};
  }

  fill_step operator()(fill_step step) const {
    step.target = renumbered(step.target);
    return step;
  }

  copy_step operator()(copy_step step) const {
    step.to = renumbered(step.to);
    step.from = renumbered(step.from);
    return step;
  }

  native_step operator()(native_step step) const {
    for (auto& buffer : step.buffers) buffer = renumbered(buffer);
    return step;
  }

 private:
  buffer_argument renumbered(buffer_argument argument) const {
    return {buffers_[argument.buffer], argument.offset_bytes};
  }

  std::vector<std::size_t> kernels_, buffers_;
};

template <class T>
std::size_t index_of(std::vector<T>& all, const T& item) {
  const auto found = std::find(all.begin(), all.end(), item);
  const auto index = static_cast<std::size_t>(found - all.begin());
  if (found == all.end()) all.push_back(item);
  return index;
}

}  // namespace

void append_plan(launch_plan& whole, const launch_plan& part,
                 const std::map<std::string, std::size_t>& in_place_of) {
  std::vector<std::size_t> kernels, buffers;
  for (const auto& kernel : part.kernels) kernels.push_back(index_of(whole.kernels, kernel));
  for (const auto& buffer : part.buffers) {
    const auto found = in_place_of.find(buffer.name);
    buffers.push_back(found == in_place_of.end() ? whole.buffers.size() : found->second);
    if (found == in_place_of.end()) whole.buffers.push_back(buffer);
  }
  const renumbering here(std::move(kernels), std::move(buffers));
  const auto append = [&](const std::vector<plan_step>& from, std::vector<plan_step>& to) {
    for (const auto& step : from)
      std::visit([&](const auto& one) { to.emplace_back(here(one)); }, step);
  };
  append(part.steps, whole.steps);
  append(part.restore, whole.restore);
}

}  // namespace warpmark
