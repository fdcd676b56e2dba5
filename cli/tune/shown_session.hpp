#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/status_line.hpp"
#include "cli/tune/tune_options.hpp"
#include "cli/tune/tune_progress.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/live_session.hpp"
#include "tuning/live/tuning_listener.hpp"

namespace warpmark {

/// A tuning on the machine of the options, with its progress on stderr.
class shown_session {
 public:
  /// Throws usage_error for invalid options. All must outlive it.
  shown_session(const tune_options& options, const argument_list& argv,
                const measuring_options& measuring);

  const std::string& backend() const { return session_.setup().backend; }
  std::string journal_path() const { return session_.setup().journal.string(); }
  tuning::live_session& live() { return session_; }
  const tuning::live_session& live() const { return session_; }

  /// live_session::conduct() on the backend, if there is one, ended by signals. Returns the exit
  /// status: exit_ok, or exit_missing if stopped.
  int conduct(
      tune_progress& shown, const std::function<void(tuning::evaluator&)>& work,
      const std::function<void(const card&)>& require = [](const card&) {});

  /// Shows the steps of a tuning in `shown`, while it is conducted.
  tuning::tuning_listener listener(tune_progress& shown);

 private:
  tuning::session_setup setup(const argument_list& argv, const measuring_options& measuring);
  std::size_t interpreters(const interpreter_limits& limits) const;
  std::unique_ptr<workers::coordinator> team(const measuring_options& measuring,
                                             const std::optional<measured_ceilings>& ceilings);

  const tune_options& options_;
  workers::phase_limits limits_;
  tune_progress* shown_ = nullptr;  // While it is conducted.
  status_line status_;
  tuning::live_session session_;
};

/// "6 rounds in fresh processes, or up to 12 where those left doubt"
std::string rounds_text(const tuning::finals_options& options);

}  // namespace warpmark
