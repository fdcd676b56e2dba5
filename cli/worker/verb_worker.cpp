// warpmark worker: the process in which points are measured. `run` starts it; its channel is a
// socket on descriptor 3; not for interactive use.

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "base/input_limits.hpp"
#include "base/processes/confinement.hpp"
#include "bench/backends/cuda/timing_code.hpp"
#include "bench/backends/simt_backend.hpp"
#include "bench/core/ceilings.hpp"
#include "bench/core/drift_watch.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/core/point_measurer.hpp"
#include "bench/core/renewal.hpp"
#include "bench/core/verified_output_cache.hpp"
#include "bench/inspect/ptx_launch.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "bench/sampling/energy_spans.hpp"
#include "bench/workers/line_channel.hpp"
#include "bench/workers/wire.hpp"
#include "cli/compile_limit_options.hpp"
#include "cli/kernels_option.hpp"
#include "cli/open_backend.hpp"
#include "cli/verbs.hpp"
#include "cli/worker_verb.hpp"

namespace warpmark {
namespace {

using namespace std::chrono_literals;
using namespace workers;

// The coordinator has read the same file, which may have changed since.
kernels_in_use kernels_of(const worker_order& order) {
  if (order.kernels_file.empty()) return {};
  auto kernels =
      !order.submission.empty()
          ? kernels_in_use::of_task(order.kernels_file, order.submission,
                                    order.untrusted ? kernels_in_use::opening::with_code
                                                    : kernels_in_use::opening::description_only)
      : plugins::is_shared_library(order.kernels_file)
          ? kernels_in_use::of_plugin(order.kernels_file)
          : kernels_in_use(order.kernels_file);
  if (kernels.record()->fingerprint() != order.kernels_fingerprint)
    throw std::runtime_error(
        fmt::format("{} or a source of it has changed since the run began; start it again",
                    order.kernels_file));
  return kernels;
}

// As the coordinator read it.
std::shared_ptr<const model::card_file> card_of(const worker_order& order) {
  if (order.card.empty()) return nullptr;
  return std::make_shared<const model::card_file>(
      model::card_from_json(nlohmann::json::parse(order.card), "--card"));
}

// Of host code that is not trusted: it can neither reach another machine nor change files but those
// of the cache, of devices and of itself (the driver writes there), and its memory and files are
// limited.
void confine(const worker_order& order) {
  constexpr std::uint64_t gib = std::uint64_t{1} << 30;
  constexpr std::uint64_t max_open_files = 4096;
  const std::filesystem::path cache = order.cache_folder.empty()
                                          ? compiler::default_cache_folder()
                                          : std::filesystem::path(order.cache_folder);
  std::error_code ignored;  // Without its folder nothing is cached.
  std::filesystem::create_directories(cache, ignored);
  processes::limit_resources(4 * gib, 64 * gib, max_open_files);
  const bool is_confined =
      processes::deny_network() && processes::confine_writing_to({cache, "/dev", "/proc/self"});
  // A source has no code that this process executes.
  if (!is_confined && plugins::is_shared_library(order.submission))
    throw std::runtime_error(
        "this system cannot confine a process (seccomp, Landlock), and plugins are judged in "
        "confined ones only");
}

class worker {
 public:
  worker(line_channel& channel, const worker_order& order)
      : channel_(channel),
        order_(order),
        timing_code_(order.untrusted && order.backend == "cuda" ? std::optional(cuda::timing_code())
                                                                : std::nullopt),
        kernels_(kernels_of(order)),
        compile_(compiled_apart(embedded_compiler_options(order.cache_folder), order.compile)),
        machine_(open_backend(order.backend, order.device_ordinal,
                              {.phases = order.phases,
                               .global_races = order.global_races,
                               .limits = order.interpreting,
                               .card = card_of(order)})) {}

  int run() {
    prepare();
    point_measurer measurer(*machine_,
                            {.seed = order_.seed,
                             .options = order_.measuring,
                             .ceilings = order_.ceilings,
                             .idle_power_w = idle_power_w_,
                             .flush = flush_ ? &*flush_ : nullptr,
                             .renew = renew_ ? &*renew_ : nullptr,
                             .proven = proven_ ? &*proven_ : nullptr,
                             .profiler = profiler_.get(),
                             .on_timed =
                                 [this](const measurement& timed) {
                                   channel_.send({{"timed", journal::measurement_line(timed)}});
                                 },
                             .on_phase =
                                 [this](const char* phase) {
                                   begin_phase();
                                   channel_.send({{"phase", phase}});
                                 }});
    for (;;) {
      take_points(pending_.empty() ? 1h : 0ms);
      if (pending_.empty()) continue;
      watch_drift();
      measurement result = measurer.measure(pending_.front());
      require_timing_code(result);
      pending_.pop_front();
      const compiler::compiler_statistics kernels = compile_.statistics();
      channel_.send({{"measured", journal::measurement_line(result)},
                     {"compiled", kernels.compiled},
                     {"from_cache", kernels.from_cache}});
      // A fault in a kernel makes the entire context unusable; only a new process gets a new one.
      if (result.status == point_status::crashed && machine_->capabilities().takes_time) return 0;
    }
  }

 private:
  void require_timing_code(measurement& result) const {
    if (!timing_code_) return;
    const std::string changed = timing_code_->changed();
    if (changed.empty()) return;
    result.status = point_status::wrong;
    result.check = "clock";
    result.reason = fmt::format("the code of the driver's {} was replaced", changed);
    result.times_ns.reset();
    result.energy.reset();
    result.latency.reset();
  }

  // A reference has limits of its own.
  void begin_phase() {
    if (auto* interpreted = dynamic_cast<simt_backend*>(machine_.get())) interpreted->begin_point();
  }

  // Prepares a card for its first point. The interpreter has no cache to flush and no drift, and
  // the kernels for these do not run on the CPU.
  void prepare() {
    require_compiler();
    // Refused metrics and missing permissions must not cost the time of the ceilings.
    if (!order_.profile.empty()) profiler_ = machine_->make_profiler(order_.profile);
    // Before anything runs.
    if (auto* meter = machine_->energy_meter(); meter != nullptr && order_.measuring.energy)
      idle_power_w_ = sampling::idle_power_w(*meter);
    if (machine_->times_kernels()) {
      flush_.emplace(*machine_, compile_, order_.measuring.flush);
      watch_.emplace(*machine_, compile_, *flush_);
      proven_.emplace(*machine_, compile_);
      if (order_.measuring.inputs == input_choice::rotating) renew_.emplace(*machine_, compile_);
      if (order_.measure_ceilings) order_.ceilings = measure_ceilings(*machine_, compile_, *flush_);
    }
    const card& device = machine_->device();
    channel_.send({{"ready", to_wire(worker_report{
                                 .device = device,
                                 .nvrtc_version = compile_.has_nvrtc() ? compile_.version() : "",
                                 .compiler_flags = compiler_flags(),
                                 .cache_trouble = compile_.cache_trouble(),
                                 .ceilings = order_.ceilings})}});
  }

  // Fails before the first point, not at each of them.
  void require_compiler() const {
    const auto is_source = [](const file_record& file) {
      return !inspect::may_hold_ptx(file.path);
    };
    const auto& record = kernels_.record();
    const bool is_needed =
        !record || std::any_of(record->read.begin(), record->read.end(), is_source);
    if (machine_->capabilities().runs_kernels && is_needed) compile_.version();
  }

  void watch_drift() {
    if (!watch_) return;
    if (const auto seen = watch_->take_if_due())
      channel_.send({{"reference", journal::reference_line(*seen, machine_->device().uuid)}});
  }

  std::vector<std::string> compiler_flags() const {
    if (!machine_->capabilities().runs_kernels || !compile_.has_nvrtc()) return {};
    return compile_.standard_options(machine_->device().limits.architecture);
  }

  // Takes all points received so far; waits for the first of them.
  void take_points(std::chrono::milliseconds patience) {
    while (const auto message = channel_.receive(patience)) {
      std::optional<measuring_options> measuring;
      if (message->contains("measuring")) measuring = measuring_from_wire(message->at("measuring"));
      for (const auto& point : message->at("points")) {
        pending_.push_back(begin_point(point_from_wire(kernels_.registry(), point),
                                       machine_->name(), machine_->device().limits, compile_));
        pending_.back().measuring = measuring;
      }
      if (message->contains("ahead")) compile_ahead(message->at("ahead"));
      patience = 0ms;
    }
  }

  void compile_ahead(const journal::json& points) {
    for (const auto& point : points)
      begin_point(point_from_wire(kernels_.registry(), point), machine_->name(),
                  machine_->device().limits, compile_, compiler::compile_urgency::ahead);
  }

  line_channel& channel_;
  worker_order order_;
  std::optional<cuda::timing_code> timing_code_;  // Before the kernels, which may be host code.
  kernels_in_use kernels_;
  compiler::kernel_compiler compile_;
  std::unique_ptr<backend> machine_;
  std::unique_ptr<hardware_profiler> profiler_;  ///< Null without --profile.
  std::optional<cache_flush> flush_;
  std::optional<renewal> renew_;
  std::optional<drift_watch> watch_;
  std::optional<verified_output_cache> proven_;
  std::optional<double> idle_power_w_;
  std::deque<pending_point> pending_;
};

}  // namespace

void add_worker(CLI::App& program, int&) {
  // Ends when the coordinator has closed the channel, or when a fault has made the device unusable:
  // the coordinator then starts another worker.
  add_worker_verb(program, "worker", "Measures points for `run`",
                  [](line_channel& channel, const journal::json& order) {
                    const worker_order worker_order = order_from_wire(order);
                    input::set_max_input(worker_order.max_input_bytes);
                    if (worker_order.untrusted) confine(worker_order);
                    return (new worker(channel, worker_order))->run();
                  });
}

}  // namespace warpmark
