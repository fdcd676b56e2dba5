#pragma once

#include <functional>
#include <optional>
#include <string>

#include "bench/journal/writer.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "cli/status_line.hpp"
#include "cli/tune/tune_options.hpp"
#include "cli/tune/tune_progress.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/multi_device_evaluator.hpp"

namespace warpmark {

/// The machine, the workers and the journal of one tuning, whose end line has the reason of the
/// end.
class tune_session {
 public:
  /// Throws usage_error for invalid options. Both must outlive it.
  tune_session(const tune_options& options, const argument_list& argv,
               const measuring_options& measuring);

  const std::string& backend() const { return backend_; }
  bool interprets() const { return backend_ == "simt"; }
  const std::string& journal_path() const { return journal_path_; }
  double seconds() const { return since_start_.seconds(); }

  /// Creates the journal, starts the workers and lets `work` measure. Without workers, or if
  /// `require` rejects the card, there is no journal. Returns the exit status: exit_ok, or
  /// exit_missing if stopped. An exception of `work` becomes the reason in the journal's end line
  /// and is rethrown.
  int conduct(
      tune_progress& shown, const std::function<void(tuning::evaluator&)>& work,
      const std::function<void(const card&)>& require = [](const card&) {});

  /// The device; set when the work begins.
  const card& device() const { return *device_; }

  /// Appends a line to the journal; measurements are appended automatically.
  void append(journal::json line);

 private:
  std::unique_ptr<workers::coordinator> team();
  tuning::multi_device_evaluator::hooks hooks(tune_progress& shown);
  void open(const workers::worker_report& first);
  void end(const std::string& reason);

  const tune_options& options_;
  const argument_list& argv_;
  measuring_options measuring_;
  workers::phase_limits limits_;
  std::string backend_;
  std::string journal_path_;
  std::optional<journal::writer> journal_;
  std::optional<measured_ceilings> ceilings_;
  std::optional<card> device_;
  journal::run_end end_;
  stopwatch since_start_;
  status_line status_;
};

/// "6 rounds in fresh processes, or up to 12 where those left doubt"
std::string rounds_text(const tuning::finals_options& finals_options);

/// The options for measuring finalists: more effort than in a search.
measuring_options effort_of_finals(measuring_options measuring);

}  // namespace warpmark
