#include "bench/core/device_inputs.hpp"

#include <algorithm>
#include <functional>

#include "bench/core/placements.hpp"

namespace warpmark {

std::size_t device_inputs::add(const problem_instance& set) {
  sets_.push_back(&set);
  return sets_.size() - 1;
}

void device_inputs::keep_first(std::size_t count) {
  if (sets_.size() <= count) return;
  sets_.resize(count);
  std::erase_if(sources_, [&](const auto& source) { return source.first.second >= count; });
}

guarded_buffer& device_inputs::get(const std::string& name, std::size_t placement) {
  const numbered_name key(name, placement);
  if (const auto found = buffers_.find(key); found != buffers_.end()) return found->second;
  const auto contents = sets_.front()->input(name);
  auto& made = buffers_
                   .emplace(key, guarded_buffer(
                                     machine_, contents.size(),
                                     lead_of_placement(placement, std::hash<std::string>{}(name))))
                   .first->second;
  const auto first = sources_.find(numbered_name(name, 0));
  if (first != sources_.end())
    machine_.copy(made.address(), first->second.address(), contents.size());
  else if (placement == 0)
    machine_.upload(made.address(), contents);
  else
    machine_.copy(made.address(), get(name, 0).address(), contents.size());
  return made;
}

void device_inputs::stage() {
  for (const auto& [key, buffer] : buffers_) {
    const std::string& name = key.first;
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      if (sources_.contains(numbered_name(name, set))) continue;
      const auto contents = sets_[set]->input(name);
      guarded_buffer& source =
          sources_.emplace(numbered_name(name, set), guarded_buffer(machine_, contents.size()))
              .first->second;
      machine_.upload(source.address(), contents);
    }
  }
}

void device_inputs::load(std::size_t placement, std::size_t set, renewal* by) {
  for (auto& [key, buffer] : buffers_) {
    if (key.second != placement) continue;
    const auto source = sources_.find(numbered_name(key.first, set));
    if (source == sources_.end()) {
      machine_.upload(buffer.address(), sets_[set]->input(key.first));
      continue;
    }
    const device_pointer from = source->second.address();
    by != nullptr ? by->copy(buffer.address(), from, buffer.size_bytes())
                  : machine_.copy(buffer.address(), from, buffer.size_bytes());
  }
  if (!machine_.executes()) return;
  held_.resize(std::max(held_.size(), placement + 1), 0);
  held_[placement] = set;
}

std::size_t device_inputs::size_bytes() const {
  std::size_t sum = 0;
  for (const auto& [key, buffer] : buffers_)
    if (key.second == 0) sum += buffer.size_bytes();
  return sum;
}

void device_inputs::invalidate() {
  buffers_.clear();
  sources_.clear();
  held_.clear();
}

}  // namespace warpmark
