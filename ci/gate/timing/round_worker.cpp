#include "ci/gate/timing/round_worker.hpp"

#include <cmath>
#include <deque>
#include <exception>
#include <optional>

#include <fmt/format.h>

#include "bench/core/cache_flush.hpp"
#include "bench/core/ceilings.hpp"
#include "bench/core/verified_output_cache.hpp"
#include "bench/workers/wire.hpp"
#include "ci/gate/timing/calibrators.hpp"
#include "ci/gate/timing/pair_measurer.hpp"
#include "ci/gate/timing/planted_work.hpp"
#include "ci/gate/timing/power_load.hpp"

namespace warpmark::gate {
namespace {

class round_worker {
 public:
  round_worker(workers::line_channel& channel, const round_order& order, backend& machine,
               compiler::kernel_compiler& compile, const find_plans& find)
      : channel_(channel),
        order_(order),
        machine_(machine),
        compile_(compile),
        find_(find),
        flush_(machine, compile, flush_lines::clean),
        proven_(machine, compile),
        sampling_{.pairs = order.pairs,
                  .order = order.order,
                  .max_seconds = order.max_seconds,
                  .until_steady = order.until_steady} {}

  void run() {
    channel_.send({{"ready", workers::to_wire(report())}});
    // All at once, so that threads compile later items, or find them in the cache, meanwhile.
    for (const auto& item : order_.items) pending_.push_back(begin(item));
    pair_measurer points(machine_,
                         {.seed = order_.seed,
                          .state = order_.state,
                          .sampling = sampling_,
                          .flush = &flush_,
                          .proven = &proven_,
                          .limits = order_.limits,
                          .on_execution = [this](const std::string& execution, double limit_s) {
                            tell_of_execution(execution, limit_s);
                          }});
    for (const auto& item : order_.items) {
      const auto pending = std::move(pending_.front());
      pending_.pop_front();
      try {
        heat_card();
        const round_pair pair =
            item.calibrator ? calibrate(item) : points.measure(require_begun(pending));
        channel_.send({{"pair", to_wire(pair)}});
      } catch (const workers::channel_closed&) {
        throw;
      } catch (const device_error& error) {
        // A fault in a kernel makes the entire context unusable; only a new process gets a new one.
        send_discarded(item, error.what(), true);
        return;
      } catch (const std::exception& error) {
        send_discarded(item, error.what(), false);
      }
    }
  }

 private:
  // A point with its plans, or why there are none.
  struct begun {
    std::optional<pending_pair> pair;
    std::string why_not;
  };

  begun begin(const round_item& item) {
    if (item.calibrator) return {};
    try {
      const device_limits& limits = machine_.device().limits;
      pair_plans plans = find_(item.key, limits);
      plans.head = with_planted_work(std::move(plans.head), item.planted_steps);
      begun made{.pair = begin_pair(plans.point, std::move(plans.base), std::move(plans.head),
                                    std::move(plans.reference), limits, compile_)};
      made.pair->base_first = item.base_first;
      return made;
    } catch (const std::exception& error) {
      return {.why_not = error.what()};
    }
  }

  // Without a limit the execution is over.
  void tell_of_execution(const std::string& execution, double limit_s) {
    nlohmann::json message = {{"execution", execution}};
    if (std::isfinite(limit_s)) message["limit_s"] = limit_s;
    channel_.send(message);
  }

  static const pending_pair& require_begun(const begun& pending) {
    if (!pending.pair) throw std::runtime_error(pending.why_not);
    return *pending.pair;
  }

  round_pair calibrate(const round_item& item) {
    sampling::pair_options pair_options = sampling_;
    pair_options.first_leads = item.base_first;
    if (!calibrators_) calibrators_.emplace(machine_, compile_, flush_);
    return calibrators_->measure(*item.calibrator, item.slowdown, pair_options);
  }

  void heat_card() {
    if (order_.heat_s <= 0) return;
    if (!power_load_) power_load_.emplace(machine_, compile_);
    power_load_->heat(order_.heat_s);
  }

  void send_discarded(const round_item& item, const std::string& why, bool last) {
    round_pair pair{.base_first = item.base_first, .discarded = why, .permanent = true};
    channel_.send({{"pair", to_wire(pair)}, {"last", last}});
  }

  workers::worker_report report() {
    workers::worker_report made{
        .device = machine_.device(),
        .nvrtc_version = compile_.version(),
        .compiler_flags = compile_.standard_options(machine_.device().limits.architecture),
        .cache_trouble = compile_.cache_trouble()};
    if (order_.measure_ceilings) made.ceilings = measure_ceilings(machine_, compile_, flush_);
    return made;
  }

  workers::line_channel& channel_;
  const round_order& order_;
  backend& machine_;
  compiler::kernel_compiler& compile_;
  const find_plans& find_;
  cache_flush flush_;
  verified_output_cache proven_;
  sampling::pair_options sampling_;
  std::deque<begun> pending_;
  std::optional<calibrators> calibrators_;
  std::optional<power_load> power_load_;
};

}  // namespace

void run_round(workers::line_channel& channel, const round_order& order, backend& machine,
               compiler::kernel_compiler& compile, const find_plans& find) {
  round_worker(channel, order, machine, compile, find).run();
}

}  // namespace warpmark::gate
