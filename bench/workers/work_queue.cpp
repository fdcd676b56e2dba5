#include "bench/workers/work_queue.hpp"

#include <algorithm>
#include <random>

namespace warpmark::workers {

std::string work_queue::problem_of(const point& of) {
  return of.of->family + "[" + of.asked.canonical() + "]";
}

work_queue::work_queue(std::vector<point> points, std::optional<std::uint64_t> shuffle_seed)
    : left_(points.size()) {
  for (point& each : points) {
    const std::string problem = problem_of(each);
    auto found = std::find_if(groups_.rbegin(), groups_.rend(),
                              [&](const group& known) { return known.problem == problem; });
    if (found == groups_.rend()) {
      groups_.push_back({problem, {}, false});
      found = groups_.rbegin();
    }
    found->points.push_back(std::move(each));
  }
  if (!shuffle_seed) return;
  // Fisher and Yates' shuffle; the library's is not the same everywhere.
  std::mt19937_64 random(*shuffle_seed);
  for (group& each : groups_)
    for (std::size_t i = each.points.size(); i > 1; --i)
      std::swap(each.points[i - 1], each.points[random() % i]);
}

std::optional<point> work_queue::take(const std::string& problem) {
  group* best = nullptr;
  for (group& each : groups_) {
    if (each.points.empty()) continue;
    if (each.problem == problem) {
      best = &each;
      break;
    }
    // In the order of the sweep, those first that nobody has begun.
    if (!best || (best->taken && !each.taken)) best = &each;
  }
  if (!best) return std::nullopt;
  best->taken = true;
  point result = std::move(best->points.front());
  best->points.pop_front();
  --left_;
  return result;
}

void work_queue::give_back(const std::deque<point>& points) {
  for (auto each = points.rbegin(); each != points.rend(); ++each) {
    const std::string problem = problem_of(*each);
    for (group& known : groups_)
      if (known.problem == problem) {
        known.points.push_front(*each);
        known.taken = false;
      }
    ++left_;
  }
}

}  // namespace warpmark::workers
