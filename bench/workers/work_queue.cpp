#include "bench/workers/work_queue.hpp"

#include <algorithm>
#include <utility>

namespace warpmark::workers {

work_queue::work_queue(const planned_points& plan, std::optional<std::uint64_t> shuffle_seed,
                       std::function<bool(const std::string& key)> is_done)
    : more_(plan.problems()), is_done_(std::move(is_done)), left_(plan.count()) {
  if (shuffle_seed) random_.emplace(*shuffle_seed);
}

work_queue::group* work_queue::open_next() {
  auto problem = more_();
  if (!problem) return nullptr;
  group& opened = groups_.emplace_back();
  opened.problem = problem_of(problem->at(0));
  if (random_) opened.order = index_permutation(problem->count, *random_);
  opened.rest = std::move(*problem);
  return &opened;
}

// Empty if all remaining points of the group are done.
std::optional<point> work_queue::take_from(group& source) {
  source.taken = true;
  if (!source.first.empty()) {
    point result = std::move(source.first.front());
    source.first.pop_front();
    --left_;
    return result;
  }
  while (source.next < source.rest.count) {
    point result = source.rest.at(source.order(source.next++));
    --left_;
    if (!is_done_ || !is_done_(result.key())) return result;
  }
  return std::nullopt;
}

std::optional<point> work_queue::take(const std::string& problem) {
  while (true) {
    std::erase_if(groups_, [](const group& queued) { return queued.is_empty(); });
    const auto find = [&](auto&& is_wanted) -> group* {
      const auto found = std::find_if(groups_.begin(), groups_.end(), is_wanted);
      return found == groups_.end() ? nullptr : &*found;
    };
    group* best = find([&](const group& queued) { return queued.problem == problem; });
    if (best == nullptr) best = find([](const group& queued) { return !queued.taken; });
    if (best == nullptr) best = open_next();
    if (best == nullptr && !groups_.empty()) best = &groups_.front();
    if (best == nullptr) return std::nullopt;
    if (auto result = take_from(*best)) return result;
  }
}

void work_queue::put_back(const std::deque<point>& points) {
  for (auto item = points.rbegin(); item != points.rend(); ++item) {
    const std::string problem = problem_of(*item);
    auto found = std::find_if(groups_.begin(), groups_.end(),
                              [&](const group& known) { return known.problem == problem; });
    if (found == groups_.end()) found = groups_.insert(groups_.begin(), {.problem = problem});
    found->first.push_front(*item);
    found->taken = false;
    ++left_;
  }
}

}  // namespace warpmark::workers
