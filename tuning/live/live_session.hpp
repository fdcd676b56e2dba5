#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/core/run_manifest.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "bench/workers/coordinator.hpp"
#include "tuning/live/multi_device_evaluator.hpp"
#include "tuning/live/tuning_journal.hpp"

namespace warpmark::tuning {

/// What a session is made of.
struct session_setup {
  std::vector<std::string> argv;  ///< Of the program, for the manifest.
  std::string backend;            ///< "cuda", "host" or "simt".
  std::filesystem::path journal;  ///< A new file.
  std::uint64_t seed = 1;
  measuring_options measuring = {};
  journal::objective_kind objective = journal::objective_kind::time;
  determinism deterministic = determinism::not_guaranteed;  ///< Of the configs, at least.
  std::optional<kernels_record> kernels = {};               ///< If they are of a file.
  std::optional<warpmark::shard> shard = {};  ///< If only a part of the problems is tuned.

  /// Starts one worker, with these ceilings; nothing: it measures them.
  std::function<std::unique_ptr<workers::coordinator>(const std::optional<measured_ceilings>&)>
      start_workers;
  std::function<bool()> interrupted = [] { return false; };
  std::function<void(const trial&, const trial_label&)> measured = [](const trial&,
                                                                      const trial_label&) {};
};

/// The workers and the journal of one tuning on a machine. The journal's end line has the reason of
/// the end.
class live_session {
 public:
  explicit live_session(session_setup setup) : setup_(std::move(setup)) {}

  /// Creates the journal, starts the workers and lets `work` measure. Without workers, or if
  /// `require` rejects the card, there is no journal. Returns why the tuning was interrupted; empty
  /// if it was not. Another exception of `work` becomes the reason in the journal's end line and is
  /// rethrown.
  std::string conduct(const std::function<void(evaluator&)>& work,
                      const std::function<void(const card&)>& require);

  const session_setup& setup() const { return setup_; }
  bool interprets() const { return setup_.backend == "simt"; }
  double seconds() const { return since_start_.seconds(); }

  /// The device; set when the work begins.
  const card& device() const { return *device_; }

  /// Appends a line to the journal, with its time; measurements are appended automatically.
  void append(journal::json line);

 private:
  std::unique_ptr<workers::coordinator> team();
  multi_device_evaluator::hooks hooks();
  void open(const workers::worker_report& first);

  session_setup setup_;
  std::optional<tuning_journal> journal_;
  std::optional<measured_ceilings> ceilings_;
  std::optional<card> device_;
  stopwatch since_start_;
};

}  // namespace warpmark::tuning
