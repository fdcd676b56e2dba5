#include "bench/backends/simt/execution/machine.hpp"

#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "bench/backends/simt/errors.hpp"
#include "bench/backends/simt/execution/print_log.hpp"
#include "bench/backends/simt/finding_log.hpp"
#include "bench/backends/simt/memory/atomic_depths.hpp"

namespace warpmark::simt {
namespace {

// Rounds in which every resident block only polled, before lanes that wait at a join are let go.
constexpr int patience = 3;

// What one host thread counts and finds.
struct worker_state {
  explicit worker_state(const launch_state& launch)
      : counters(launch.program->code.size(), launch.per_line),
        findings(*launch.program),
        cached(launch.program->code.size(), nullptr) {}
  site_counters counters;
  finding_log findings;
  print_log prints;
  atomic_depths atomics;
  std::vector<const allocation*> cached;
};

void report_deadlock(const launch_state& launch, worker_state& worker, std::uint64_t block,
                     const std::string& message) {
  lane_context where;
  where.block = block;
  if (!launch.program->code.empty())
    worker.findings.add(finding_kind::deadlock, 0, where, 0, message);
}

// Blocks that may wait for each other: in order, the next one only when all others poll.
class ordered_run {
 public:
  ordered_run(const launch_state& launch, worker_state& worker, std::uint64_t resident)
      : launch_(launch), worker_(worker), resident_(resident) {}

  void run(std::uint64_t first, std::uint64_t end) {
    next_ = first;
    end_ = end;
    int fruitless = 0;
    while (next_ < end_ || !active_.empty()) {
      if (round()) {
        fruitless = 0;
      } else if (active_.size() < resident_ && next_ < end_) {
        admit();
      } else if (++fruitless >= patience) {
        give_way();
        fruitless = 0;
      }
    }
  }

 private:
  // True if any block did more than poll.
  bool round() {
    bool progress = false;
    if (active_.empty()) admit();
    for (auto each = active_.begin(); each != active_.end();) {
      const block_end end = (*each)->run();
      progress = progress || (*each)->progressed();
      if (end == block_end::finished) {
        idle_.push_back(std::move(*each));
        each = active_.erase(each);
      } else {
        ++each;
      }
    }
    return progress;
  }

  void admit() {
    std::unique_ptr<block> added;
    if (idle_.empty()) {
      added = std::make_unique<block>(launch_, worker_.counters, worker_.findings, worker_.prints,
                                      worker_.atomics, worker_.cached);
    } else {
      added = std::move(idle_.back());
      idle_.pop_back();
    }
    added->start(next_++);
    active_.push_back(std::move(added));
  }

  void give_way() {
    bool any = false;
    for (const auto& each : active_) any = each->break_joins() || any;
    if (any) return;
    const block& first = *active_.front();
    throw deadlock_error(
        fmt::format("simt: all {} resident blocks of kernel {} poll in vain; "
                    "block {}: {}",
                    active_.size(), launch_.program->name, first.index(), first.waiting_warps()));
  }

  const launch_state& launch_;
  worker_state& worker_;
  std::uint64_t resident_, next_ = 0, end_ = 0;
  std::list<std::unique_ptr<block>> active_;
  std::vector<std::unique_ptr<block>> idle_;
};

// Independent blocks, shared out in chunks. The error of the lowest block wins, so that it is the
// same however many threads there are.
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

 private:
  void fail(worker_state& worker, std::uint64_t block) {
    const std::lock_guard lock(mutex_);
    if (block >= failed_.load()) return;
    failed_ = block;
    error_ = std::current_exception();
    try {
      std::rethrow_exception(error_);
    } catch (const deadlock_error& error) {
      report_deadlock(launch_, worker, block, error.what());
    } catch (...) {
    }
  }

  const launch_state& launch_;
  std::uint64_t blocks_, chunk_;
  std::atomic<std::uint64_t> next_{0}, failed_{~std::uint64_t{0}};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

launch_result run_launch(const launch_state& launch, unsigned host_threads,
                         std::uint64_t resident) {
  launch_result result;
  const std::uint64_t blocks = launch.shape.grid.count();
  std::vector<std::unique_ptr<worker_state>> workers;
  workers.push_back(std::make_unique<worker_state>(launch));
  if (launch.program->ordered_blocks) {
    try {
      ordered_run(launch, *workers[0], resident).run(0, blocks);
    } catch (const deadlock_error& error) {
      report_deadlock(launch, *workers[0], 0, error.what());
      result.error = std::current_exception();
    } catch (...) {
      result.error = std::current_exception();
    }
  } else {
    const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(host_threads, blocks));
    shared_run all(launch, blocks, threads);
    while (workers.size() < threads) workers.push_back(std::make_unique<worker_state>(launch));
    {
      std::vector<std::jthread> others;
      for (unsigned i = 1; i < threads; ++i)
        others.emplace_back([&all, &worker = *workers[i]] { all.work(worker); });
      all.work(*workers[0]);
    }
    result.error = all.error();
  }
  if (launch.per_line) result.site_counters.resize(launch.program->code.size());
  std::vector<const finding_log*> logs;
  std::vector<const print_log*> printed;
  for (const auto& each : workers) {
    result.counters.add(each->counters.sum());
    if (launch.per_line)
      for (std::size_t site = 0; site < launch.program->code.size(); ++site)
        result.site_counters[site].add(each->counters.at(site));
    logs.push_back(&each->findings);
    printed.push_back(&each->prints);
  }
  for (const auto& each : workers) result.atomics.merge(each->atomics);
  result.counters[counter::global_atomic_hottest_requests] = result.atomics.deepest().requests;
  result.counters[counter::global_atomic_hottest_lanes] = result.atomics.deepest().lanes;
  ++result.counters[counter::launches];
  result.printed = merge_prints(printed);
  result.findings = merge_findings(logs, launch.shape.grid);
  return result;
}

}  // namespace warpmark::simt
