#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/temporary_folder.hpp"
#include "bench/core/point.hpp"
#include "bench/judge/judgement.hpp"
#include "bench/workers/coordinator.hpp"
#include "cli/compile_limit_options.hpp"
#include "cli/interpreter_limit_options.hpp"
#include "cli/kernels_option.hpp"

namespace warpmark {

/// What is judged, and how.
struct judge_request {
  std::string task, submission;
  std::string device = "0";
  std::size_t processes = 3;
  std::uint64_t seed = 0;  ///< Of hidden problems and inputs.
  double seconds_per_point = 1;
  double limit_s = 60;  ///< Of a point's inputs and first execution, and of its samples.
  std::string cache_folder;
  compile_limit_options compile;
  interpreter_limit_options interpreting;
};

/// A problem of the task.
struct task_problem {
  warpmark::problem problem;
  bool hidden = false;
};

/// Executes a submission in processes that its code cannot leave, by the interpreter and on a card,
/// beside the task's baseline, which has processes of its own.
class judge_session {
 public:
  /// Reads the task and the submission. Throws usage_error.
  explicit judge_session(judge_request request);

  /// Throws workers::worker_unavailable; usage_error, also where the task is at fault. `backend`:
  /// "cuda", or "simt" for interpretation alone.
  judge::judgement run(const std::string& backend);

  /// Whether the interpreter can execute it: a source, for which the task has problems.
  bool can_be_interpreted() const;

  const kernels_file::description& task() const { return *used_.task(); }
  const std::string& card_name() const { return card_name_; }
  /// Whether the public and hidden problems were executed.
  bool has_timed() const { return has_timed_; }

 private:
  using results = std::vector<journal::json>;

  std::vector<task_problem> drawn(const std::vector<kernels_file::problem_choice>& from,
                                  bool hidden);
  results measure(const std::string& variant, const std::vector<task_problem>& problems,
                  const std::string& backend, std::uint64_t process);
  workers::worker_order order_for(const std::string& variant, const std::string& backend,
                                  std::uint64_t process) const;
  void interpret(judge::judgement& into);
  void time(judge::judgement& into);
  void note_faults(const results& lines, const std::vector<task_problem>& problems,
                   judge::judgement& into);
  void require_task(const journal::json& line, const std::string& problem,
                    const std::string& reason) const;
  double floor_ns(const journal::json& line, const problem& problem) const;

  judge_request request_;
  kernels_in_use used_;
  std::uint64_t drawn_ = 0;
  std::vector<task_problem> interpreted_, timed_;
  std::optional<card> card_;
  measured_ceilings ceilings_;
  std::string card_name_;
  bool has_card_ = false, has_timed_ = false;
  std::optional<temporary_folder> cache_;  ///< Of kernels, for processes with foreign code.
};

}  // namespace warpmark
