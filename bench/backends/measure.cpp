#include "bench/backends/measure.hpp"

#include "bench/sampling/sampler.hpp"

namespace warpmark {
namespace {

observation count_once(backend& device, const timed_work& work) {
  if (work.prepare) work.prepare();
  device.synchronize();
  device.begin_execution();
  work.run();
  device.synchronize();
  return device.counted_execution();
}

}  // namespace

observation measure(backend& device, const timed_work& work, const measuring_options& options) {
  sampling::execution_timer* timer = device.timer();
  if (timer == nullptr) return count_once(device, work);
  device.synchronize();  // An earlier failure must not be taken for one of this work.
  const auto evict = options.state == cache_state::cold ? device.cache_eviction(options.flush)
                                                        : std::function<void()>();
  if (!evict) return sampling::sample(*timer, work, options);
  const auto prepare = [&] {
    evict();
    if (work.prepare) work.prepare();
  };
  timed_work evicting(work.run, prepare);
  evicting.inspect = work.inspect;
  return sampling::sample(*timer, evicting, options);
}

sampling::pair_observation measure_pairs(backend& device, const timed_work& first,
                                         const timed_work& second,
                                         const sampling::pair_options& options) {
  sampling::execution_timer* timer = device.timer();
  if (timer == nullptr)
    throw device_error("backend " + device.name() + " has no clock to compare two works by");
  device.synchronize();
  return sampling::sample_pairs(*timer, first, second, options);
}

}  // namespace warpmark
