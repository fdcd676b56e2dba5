#include "ci/gate/timing/pair_measurer.hpp"

#include <memory>
#include <new>

#include <fmt/format.h>

#include "bench/core/placements.hpp"
#include "bench/core/point_fault.hpp"
#include "bench/model/launch_limits.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/tick_spreading.hpp"

namespace warpmark::gate {
namespace {

pending_plan begin_plan(launch_plan plan, const device_limits& limits,
                        compiler::kernel_compiler& compile) {
  pending_plan pending{std::move(plan), {}};
  // What cannot be launched is not compiled; measure() says why.
  if (model::objection_to(pending.plan, limits)) return pending;
  pending.kernels = begin_kernels(pending.plan, limits.architecture, compile);
  return pending;
}

std::optional<double> median_of(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return statistics::median(values);
}

arm arm_of(const sampling::pair_side& seen, const sampling::pair_observation& whole) {
  arm side;
  side.samples = seen.samples_ns.size();
  side.samples_ns = seen.samples_ns;
  side.time_ns =
      statistics::median(statistics::spread_over_ticks(seen.samples_ns, whole.limits.tick_ns));
  side.clock_hz = median_of(seen.sm_clocks_hz);
  side.power_w = whole.after.power_w;
  side.temperature_c = whole.after.temperature_c;
  side.throttle = seen.throttle_reasons;
  return side;
}

// One side of a point on the device, proved right.
class prepared_side {
 public:
  prepared_side(const char* name, backend& machine, const pending_plan& pending,
                device_inputs& inputs, std::size_t placements)
      : name_(name), point_(machine, pending.plan, finished(pending.kernels), inputs, placements) {}

  // Executes once, on poisoned buffers.
  void run_once(backend& machine) {
    point_.poison();
    point_.restore();
    point_.enqueue();
    machine.synchronize();
  }

  void require_right(const char* when, const promises& promised, proven_outputs* proven) {
    std::string buffer;
    const warpmark::verdict found = point_.verify(promised, buffer, proven);
    if (!found.ok)
      throw point_fault(point_status::wrong,
                        fmt::format("the {} is wrong, {}: {}[{}] is {}, expected {}", name_, when,
                                    buffer, found.first_bad_index, found.got, found.expected));
  }

  timed_work work(const pair_terms& terms) {
    cache_flush* flush = terms.state == cache_state::cold ? terms.flush : nullptr;
    const auto place = [this, order = std::make_shared<placement_order>(
                                  terms.state, point_.placements(), terms.seed)] {
      point_.place(order->next());
    };
    if (flush == nullptr && !point_.must_restore())
      return [this, place] {
        place();
        point_.enqueue();
      };
    return {[this] { point_.enqueue(); },
            [this, place, flush] {
              place();
              point_.restore();
              if (flush != nullptr) flush->enqueue();
            }};
  }

 private:
  const char* name_;
  prepared_point point_;
};

}  // namespace

pending_pair begin_pair(const point& of, launch_plan base, launch_plan head,
                        std::optional<launch_plan> reference, const device_limits& limits,
                        compiler::kernel_compiler& compile) {
  pending_pair pending{.of = of,
                       .base = begin_plan(std::move(base), limits, compile),
                       .head = begin_plan(std::move(head), limits, compile)};
  if (reference) pending.reference = begin_plan(std::move(*reference), limits, compile);
  return pending;
}

round_pair pair_of(const sampling::pair_observation& seen, bool base_first) {
  round_pair pair{.base_first = base_first};
  if (seen.first.samples_ns.empty()) {
    pair.discarded = "the card stayed throttled";
    return pair;
  }
  pair.base = arm_of(seen.first, seen);
  pair.head = arm_of(seen.second, seen);
  if (seen.after.other_processes.value_or(0) > 0)
    pair.discarded = "another process has a context on the card";
  return pair;
}

round_pair pair_measurer::measure(const pending_pair& pending) {
  round_pair failed{.base_first = pending.base_first, .hopeless = true};
  try {
    return sample(pending);
  } catch (const point_fault& fault) {
    failed.discarded = fault.what();
  } catch (const compiler::compile_error& error) {
    failed.discarded = fmt::format("does not compile: {}", error.what());
  } catch (const device_memory_error& error) {
    failed.discarded = error.what();
  } catch (const unsupported_kernel& error) {
    failed.discarded = error.what();
  } catch (const std::bad_alloc&) {
    failed.discarded = "the host has too little memory for the inputs of this problem";
  }
  problem_.invalidate();
  return failed;
}

round_pair pair_measurer::sample(const pending_pair& pending) {
  const device_limits& limits = machine_.device().limits;
  for (const auto& [name, side] : {std::pair{"base", &pending.base}, {"head", &pending.head}})
    if (const auto objection = model::objection_to(side->plan, limits))
      throw point_fault(point_status::skipped, fmt::format("the {}: {}", name, objection->text()));
  device_inputs& inputs = problem_.prepare(pending.of, pending.reference);
  const std::size_t footprint =
      std::max(footprint_bytes(pending.base.plan), footprint_bytes(pending.head.plan));
  const std::size_t placements =
      placements_for(terms_.state, footprint, machine_.device().l2_bytes.value_or(0));
  prepared_side base("base", machine_, pending.base, inputs, placements);
  prepared_side head("head", machine_, pending.head, inputs, placements);

  const variant& of = *pending.of.of;
  const promises promised{of.rounding_depth(pending.of.asked, pending.of.how, limits), of.stable,
                          of.selected_in_order};
  const auto require_both_right = [&](const char* when) {
    base.require_right(when, promised, terms_.proven);
    head.require_right(when, promised, terms_.proven);
  };
  base.run_once(machine_);
  head.run_once(machine_);
  require_both_right("at its first execution");

  sampling::pair_options how = terms_.sampling;
  how.first_leads = pending.base_first;
  const timed_work base_work = base.work(terms_), head_work = head.work(terms_);
  const auto seen = machine_.measure_pairs(base_work, head_work, how);
  require_both_right("after timing");
  return pair_of(seen, pending.base_first);
}

}  // namespace warpmark::gate
