#include "simt/execution/machine.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/execution_meter.hpp"
#include "simt/execution/launch_sample.hpp"
#include "simt/execution/ordered_run.hpp"
#include "simt/finding_log.hpp"
#include "simt/memory/memory_budget.hpp"
#include "simt/phase_recorder.hpp"

namespace warpmark::simt {
namespace {

void add_finding(worker_state& worker, finding_kind kind, const conflicting_access& at,
                 const std::string& message, const std::optional<conflicting_access>& other = {}) {
  lane_context where;
  where.block = at.block;
  where.warp = at.warp;
  worker.findings.add(kind, at.site, where, at.lanes, message, other);
}

// Errors with a known place in the kernel are findings, too.
void report(worker_state& worker, const std::exception_ptr& end) {
  try {
    std::rethrow_exception(end);
  } catch (const deadlock_error& error) {
    const auto& waiting = error.waiting;
    if (!waiting.empty())
      add_finding(worker, finding_kind::deadlock, waiting.front(), error.what(),
                  waiting.size() > 1 ? std::optional(waiting[1]) : std::nullopt);
  } catch (const step_limit_error& error) {
    add_finding(worker, finding_kind::execution_limit, error.where, error.what());
  } catch (...) {
  }
}

// Distributes independent clusters of blocks over host threads in chunks. The error of the lowest
// block wins, so that it does not depend on the number of threads.
class shared_run {
 public:
  shared_run(const launch_state& launch, std::uint64_t blocks, unsigned threads)
      : launch_(launch),
        blocks_(blocks),
        chunk_(std::max<std::uint64_t>(1, blocks / (threads * 8))) {}

  void work(worker_state& worker) {
    ordered_run alone(launch_, worker, 1);
    for (;;) {
      const std::uint64_t first = next_.fetch_add(chunk_);
      if (first >= blocks_) return;
      for (std::uint64_t b = first; b < std::min(first + chunk_, blocks_); ++b) {
        if (b >= failed_.load()) return;
        try {
          alone.run(b, b + 1);
        } catch (...) {
          fail(worker, b);
          return;
        }
      }
    }
  }
  std::exception_ptr error() const { return error_; }
  /// The block that failed; the largest value if none did.
  std::uint64_t failed() const { return failed_; }

 private:
  void fail(worker_state& worker, std::uint64_t block) {
    const std::lock_guard lock(mutex_);
    if (block >= failed_.load()) return;
    failed_ = block;
    error_ = std::current_exception();
    report(worker, error_);
  }

  const launch_state& launch_;
  std::uint64_t blocks_, chunk_;
  std::atomic<std::uint64_t> next_{0}, failed_{~std::uint64_t{0}};
  std::mutex mutex_;
  std::exception_ptr error_;
};

// Blocks that represent the others. At least two run, since the first one alone may be an
// exception.
void run_sample(const launch_state& launch, worker_state& worker, launch_result& result) {
  ordered_run alone(launch, worker, 1);
  std::uint64_t ran = 0, half = 0;
  std::vector<counter_set> counted;  // After each block.
  const std::uint64_t before = launch.meter->used().warp_instructions;
  try {
    for (const sampled_block& one : launch.sample) {
      alone.run(one.block, one.block + 1);
      ++ran;
      counted.push_back(worker.counters.sum());
      const std::uint64_t issued = launch.meter->used().warp_instructions - before;
      if (ran >= 2 && issued >= launch.sample_instructions) break;
      // The last power of two is at least a third of all blocks that run.
      if ((ran & (ran - 1)) == 0 && ran < launch.sample.size()) {
        half = ran;
        result.atomics_of_half = worker.atomics;
      }
    }
  } catch (...) {
    result.error = std::current_exception();
    report(worker, result.error);
  }
  const auto count = static_cast<double>(std::max<std::uint64_t>(1, ran));
  result.blocks_per_sampled = static_cast<double>(launch.shape.grid.count()) / count;
  const auto weights =
      weights_of(std::span(launch.sample).first(counted.size()), launch.shape.grid.count());
  for (auto i = counter{0}; i < counter::count; i = static_cast<counter>(static_cast<int>(i) + 1)) {
    double all = 0;
    for (std::size_t b = 0; b < counted.size(); ++b)
      all += weights[b] * static_cast<double>(counted[b][i] - (b == 0 ? 0 : counted[b - 1][i]));
    result.counters_of_all[i] = static_cast<std::uint64_t>(std::llround(all));
  }
  result.sampled_after_half = half == 0 ? 1 : count / static_cast<double>(half);
}

// Merges the footprints.
bool is_disputed(const std::vector<std::unique_ptr<worker_state>>& workers) {
  access_footprint& all = *workers[0]->footprint;
  for (std::size_t i = 1; i < workers.size(); ++i) {
    if (all.conflicts_with(*workers[i]->footprint)) return true;
    all.merge(*workers[i]->footprint);
  }
  return false;
}

}  // namespace

launch_result run_launch(const launch_state& launch, unsigned host_threads,
                         std::uint64_t resident) {
  launch_result result;
  const charged_thread charged(launch.budget);
  // The unit of work is a cluster, which is nearly always one block.
  const std::uint64_t blocks = launch.shape.grid.count() / launch.shape.cluster.count();
  std::vector<std::unique_ptr<worker_state>> workers;
  workers.push_back(std::make_unique<worker_state>(launch));
  // Blocks after the one that failed may or may not have run on other threads.
  std::uint64_t last_printing = ~std::uint64_t{0};
  if (!launch.sample.empty()) {
    run_sample(launch, *workers[0], result);
  } else if (launch.program->ordered_blocks || launch.order.is_random()) {
    try {
      ordered_run(launch, *workers[0], resident).run(0, blocks);
    } catch (...) {
      result.error = std::current_exception();
      report(*workers[0], result.error);
    }
  } else {
    const bool in_order = launch.check.global_races && !launch.in_parallel;
    const auto threads =
        in_order ? 1 : static_cast<unsigned>(std::min<std::uint64_t>(host_threads, blocks));
    shared_run all(launch, blocks, threads);
    while (workers.size() < threads) workers.push_back(std::make_unique<worker_state>(launch));
    {
      std::vector<std::jthread> others;
      for (unsigned i = 1; i < threads; ++i)
        others.emplace_back([&all, &worker = *workers[i], budget = launch.budget] {
          const charged_thread charged_here(budget);
          all.work(worker);
        });
      all.work(*workers[0]);
    }
    result.error = all.error();
    result.is_disputed = launch.in_parallel && is_disputed(workers);
    if (launch.shape.cluster.count() == 1) last_printing = all.failed();
  }
  if (launch.per_line) result.site_counters.resize(launch.program->code.size());
  std::vector<const finding_log*> logs;
  std::vector<const print_log*> printed;
  const auto add = [&](site_counters& counted) {
    result.counters.add(counted.sum());
    if (launch.per_line)
      for (std::size_t site = 0; site < launch.program->code.size(); ++site)
        result.site_counters[site].add(counted.at(site));
  };
  if (launch.phases) add(launch.phases->counters());
  for (const auto& worker : workers) {
    add(worker->counters);
    logs.push_back(&worker->findings);
    printed.push_back(&worker->prints);
  }
  for (const auto& worker : workers) {
    result.atomics.merge(worker->atomics);
    result.partial_stores.merge(worker->partial_stores);
  }
  for (const auto& item : workers) {
    std::uint64_t& longest = result.counters[counter::longest_warp_instructions];
    longest = std::max(longest, item->longest_warp);
  }
  result.counters[counter::global_atomic_hottest_requests] = result.atomics.deepest().requests;
  result.counters[counter::global_atomic_hottest_lanes] = result.atomics.deepest().lanes;
  ++result.counters[counter::launches];
  result.printed = merge_prints(printed, last_printing);
  result.findings = merge_findings(logs, launch.shape.grid);
  return result;
}

}  // namespace warpmark::simt
