#include "ci/gate/timing/pair_measurer.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "bench/backends/measure.hpp"
#include "bench/core/buffer_pool.hpp"
#include "bench/core/conduct.hpp"
#include "bench/core/guarantees_of.hpp"
#include "bench/core/mismatch_text.hpp"
#include "bench/core/placements.hpp"
#include "bench/core/point_fault.hpp"
#include "bench/core/point_work.hpp"
#include "bench/core/prepared_point.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/tick_spreading.hpp"

namespace warpmark::gate {
namespace {

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

// The buffers that both sides of a pair use.
class pair_buffers {
 public:
  pair_buffers(cache_state state, std::size_t placements, std::uint64_t seed)
      : order_(state, placements, seed) {}

  void begin_pair() {
    in_pairs_ = true;
    current_ = order_.next();
  }

  // Before pairs are taken, a warm-up should use all placements.
  std::size_t next() { return in_pairs_ ? current_ : order_.next(); }

 private:
  placement_order order_;
  bool in_pairs_ = false;
  std::size_t current_ = 0;
};

// One side of a point on the device, verified. It shares its buffers with the other side.
class prepared_side {
 public:
  prepared_side(const char* name, backend& machine, const pending_plan& pending,
                device_inputs& inputs, std::size_t placements, std::shared_ptr<buffer_pool> pool)
      : name_(name),
        machine_(machine),
        point_(machine, pending.plan, finished(pending.kernels), inputs, placements,
               std::move(pool)) {}

  // Executes once, on poisoned buffers. Returns the seconds it took.
  double execute() {
    point_.place(0);
    point_.poison();
    point_.restore();
    machine_.synchronize();
    const stopwatch since_start;
    point_.enqueue();
    machine_.synchronize();
    return since_start.seconds();
  }

  // Throws point_fault if the side's code does what cannot be timed.
  void require_conduct(const launch_plan& plan) {
    if (!has_foreign_code(plan)) return;
    point_.place(0);
    try {
      warpmark::require_conduct(machine_, point_);
    } catch (const point_fault& fault) {
      throw point_fault(fault.status, fmt::format("the {}: {}", name_, fault.what()));
    }
  }

  // Executes once and verifies the result.
  void prove(const char* when, const guarantees& guaranteed, verified_output_cache* proven) {
    execute();
    judge(when, guaranteed, proven);
  }

  void judge(const char* when, const guarantees& guaranteed, verified_output_cache* proven) {
    if (const auto fault = fault_of(guaranteed, proven); !fault.empty())
      throw point_fault(point_status::wrong,
                        fmt::format("the {} is wrong, {}: {}", name_, when, fault));
  }

  // "output[3] is 1, expected 2", for the contents of the buffers; empty if correct.
  std::string fault_of(const guarantees& guaranteed, verified_output_cache* proven) {
    std::string buffer;
    const warpmark::oracle_result comparison = point_.verify(guaranteed, buffer, proven);
    if (comparison.ok) return "";
    return mismatch_text(comparison, buffer);
  }

  timed_work work(const pair_terms& terms, pair_buffers& buffers) {
    return point_work(point_, terms.state, terms.flush, [&buffers] { return buffers.next(); });
  }

 private:
  const char* name_;
  backend& machine_;
  prepared_point point_;
};

// Both sides, the leading one loaded first: the address of code can matter too, and alternates with
// the rounds.
struct prepared_pair {
  prepared_pair(backend& machine, const pending_pair& pending, device_inputs& inputs,
                std::size_t placements) {
    const auto pool = std::make_shared<buffer_pool>(machine);
    const auto prepare = [&](const char* name, const pending_plan& plan) {
      return std::make_unique<prepared_side>(name, machine, plan, inputs, placements, pool);
    };
    if (pending.base_first) base = prepare("base", pending.base);
    head = prepare("head", pending.head);
    if (!base) base = prepare("base", pending.base);
  }

  std::unique_ptr<prepared_side> base, head;
};

}  // namespace

pending_pair begin_pair(const point& point, launch_plan base, launch_plan head,
                        std::optional<launch_plan> reference, const device_limits& limits,
                        compiler::kernel_compiler& compile) {
  const auto begin = [&](launch_plan& plan) {
    return begin_plan(std::move(plan), limits, limits.architecture, compile);
  };
  pending_pair pending{.point = point, .base = begin(base), .head = begin(head)};
  if (reference)
    pending.reference = begin_reference(std::move(*reference), limits.architecture, compile);
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
  round_pair failed{.base_first = pending.base_first, .permanent = true};
  try {
    return sample(pending);
  } catch (...) {
    const point_end end = end_by_current_exception();
    if (end.origin == fault_origin::execution) throw;
    failed.discarded = end.reason;
  }
  problem_.invalidate();
  return failed;
}

void pair_measurer::end_execution_limit() const {
  terms_.on_execution("", std::numeric_limits<double>::infinity());
}

round_pair pair_measurer::sample(const pending_pair& pending) {
  for (const auto& [name, side] : {std::pair{"base", &pending.base}, {"head", &pending.head}})
    if (!side->unavailable.empty())
      throw point_fault(point_status::skipped, fmt::format("the {}: {}", name, side->unavailable));
  device_inputs& inputs =
      problem_.prepare(pending.point, pending.reference, [&](const char* phase) {
        if (std::string_view(phase) == "reference")
          terms_.on_execution("of the reference", terms_.limits.execution_s);
      });
  end_execution_limit();
  const std::size_t footprint =
      std::max(footprint_bytes(pending.base.plan), footprint_bytes(pending.head.plan));
  const std::size_t placements =
      placements_for(terms_.state, footprint, machine_.device().l2_bytes.value_or(0));
  const prepared_pair sides(machine_, pending, inputs, placements);

  const guarantees guaranteed = guarantees_of(pending.point, machine_.device().limits);
  constexpr const char* first = "at its first execution";
  terms_.on_execution("of the base", terms_.limits.execution_s);
  const double base_s = sides.base->execute();
  end_execution_limit();
  sides.base->judge(first, guaranteed, terms_.proven);
  terms_.on_execution("of the head", std::max(terms_.limits.min_card_s,
                                              terms_.limits.max_card_time_ratio * base_s));
  sides.head->execute();
  end_execution_limit();
  sides.head->judge(first, guaranteed, terms_.proven);

  sides.base->require_conduct(pending.base.plan);
  sides.head->require_conduct(pending.head.plan);

  pair_buffers buffers(terms_.state, placements, terms_.seed);
  sampling::pair_options options = terms_.sampling;
  options.first_leads = pending.base_first;
  options.before_pair = [&] { buffers.begin_pair(); };
  const timed_work base_work = sides.base->work(terms_, buffers),
                   head_work = sides.head->work(terms_, buffers);
  const auto seen = warpmark::measure_pairs(machine_, base_work, head_work, options);
  // The buffers may hold either side's result, so each side is verified again.
  const std::string left_behind = sides.head->fault_of(guaranteed, terms_.proven);
  for (auto* side : {sides.base.get(), sides.head.get()})
    side->prove("after timing", guaranteed, terms_.proven);
  if (!left_behind.empty())
    throw point_fault(point_status::wrong,
                      "one of the sides was wrong while timed: " + left_behind);
  return pair_of(seen, pending.base_first);
}

}  // namespace warpmark::gate
