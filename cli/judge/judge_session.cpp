#include "cli/judge/judge_session.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/input_limits.hpp"
#include "base/source_tree.hpp"
#include "base/usage_error.hpp"
#include "bench/core/planned_points.hpp"
#include "bench/kernels_file/buffer_sizes.hpp"
#include "bench/kernels_file/plan_of.hpp"
#include "bench/kernels_file/task_table.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "bench/statistics/philox.hpp"
#include "cli/interrupt.hpp"
#include "cli/start_team.hpp"

namespace warpmark {
namespace {

// Streams of random numbers; those of processes come first.
constexpr std::uint64_t stream_of_problems = 1000;

std::uint64_t input_bytes(const kernels_file::description& task, const problem& problem) {
  const kernels_file::name_values names{.problem = &problem};
  std::uint64_t sum = 0;
  for (const auto& buffer : task.buffers)
    if (buffer.init) sum += kernels_file::bytes_of(buffer, names);
  return sum;
}

std::optional<double> median_of(const journal::json& line) {
  if (line.at("status") != "ok" || !line.contains("times_ns")) return std::nullopt;
  return line.at("times_ns").at("median").get<double>();
}

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace

judge_session::judge_session(judge_request request)
    : request_(std::move(request)),
      used_(kernels_in_use::of_task(request_.task, request_.submission,
                                    kernels_in_use::opening::description_only)) {
  const auto& task = *used_.task()->task;
  interpreted_ = drawn(task.interpreted, false);
  timed_ = drawn(task.shown, false);
  for (auto& problem : drawn(task.hidden, true)) timed_.push_back(std::move(problem));
}

std::vector<task_problem> judge_session::drawn(
    const std::vector<kernels_file::problem_choice>& from, bool hidden) {
  std::vector<task_problem> result;
  for (const auto& choice : from) {
    statistics::random_stream random(request_.seed, stream_of_problems + drawn_++);
    task_problem made{
        kernels_file::drawn_problem(choice, task().axes,
                                    [&](std::uint64_t bound) { return random.below(bound); }),
        hidden};
    const auto& family = used_.registry().families().front();
    if (const auto error = family.problem_error(made.problem); !error.empty())
      throw usage_error(fmt::format("{}: [{}]: {}", choice.where, made.problem.canonical(), error));
    result.push_back(std::move(made));
  }
  return result;
}

bool judge_session::can_be_interpreted() const {
  return !interpreted_.empty() && !plugins::is_shared_library(request_.submission);
}

judge::judgement judge_session::run(const std::string& backend) {
  judge::judgement result;
  cache_.emplace("warpmark-judge");
  has_card_ = backend == "cuda";
  interpret(result);
  if (backend == "cuda" && !interrupted()) time(result);
  return result;
}

workers::worker_order judge_session::order_for(const std::string& variant,
                                               const std::string& backend,
                                               std::uint64_t process) const {
  const bool is_submission = variant == kernels_file::submission_name;
  workers::worker_order order{
      .backend = backend,
      .cache_folder = is_submission ? cache_->path().string() : request_.cache_folder,
      .seed = statistics::random_stream(request_.seed, process).bits(),
      .measuring = {.max_seconds = request_.seconds_per_point,
                    .inputs = input_choice::rotating,
                    .paranoid = is_submission},
      .global_races = is_submission,
      .compile = request_.compile.limits(),
      .interpreting = request_.interpreting.limits()};
  order.kernels_file = request_.task;
  order.submission = request_.submission;
  order.kernels_fingerprint = used_.record()->fingerprint();
  order.max_input_bytes = input::max_input();
  order.untrusted = is_submission;
  return order;
}

// In processes of its own, so that the baseline's share none with a submission.
judge_session::results judge_session::measure(const std::string& variant,
                                              const std::vector<task_problem>& problems,
                                              const std::string& backend, std::uint64_t process) {
  const warpmark::variant* found = used_.registry().find_variant(task().name + "/" + variant);
  std::vector<point> points;
  for (const auto& item : problems) {
    point made{.variant = found, .problem = item.problem, .config = {}};
    for (const auto& along : found->axes) made.config.set(along.name, along.base);
    points.push_back(std::move(made));
  }
  team_request request{.order = order_for(variant, backend, process),
                       .devices = request_.device,
                       .limits = {.verify_s = request_.limit_s, .measure_s = request_.limit_s}};
  if (card_) request.ceilings = [this](const std::string&) { return ceilings_; };
  const auto team = start_team(request);
  if (backend == "cuda" && !card_) {
    card_ = team->reports().front().device;
    card_name_ = card_->name;
    ceilings_ = team->reports().front().ceilings;
  }
  // By key, since a worker is given points in an order of its own.
  std::map<std::string, journal::json> by_key;
  const listed_points plan(points);
  team->run(plan, {},
            {.measured = [&](const point& at, journal::json&& line) { by_key[at.key()] = line; },
             .referenced = [](journal::json&&) {},
             .interrupted = interrupted});
  results lines;
  for (const auto& at : points) {
    const auto line = by_key.find(at.key());
    lines.push_back(line == by_key.end()
                        ? journal::json{{"status", "skipped"}, {"reason", "interrupted"}}
                        : line->second);
  }
  return lines;
}

void judge_session::note_faults(const results& lines, const std::vector<task_problem>& problems,
                                judge::judgement& into) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& line = lines[i];
    const auto status = line.at("status").get<std::string>();
    if (status == "ok" || interrupted()) continue;
    const std::string problem = problems[i].problem.canonical();
    const std::string reason = source_tree::with_places(line.value("reason", ""));
    const std::string machine = line.value("backend", "");
    require_task(line, problem, reason);
    // Code for a card alone, or more than the interpreter knows.
    const bool is_of_interpreter =
        machine == "simt" && (status == "skipped" || (status == "failed" && has_card_));
    std::string check = line.value("check", status);
    if (check == "failed") check = "does_not_compile";
    into.findings.push_back(
        {.weight = is_of_interpreter ? judge::verdict::accepted : judge::verdict::rejected,
         .check = is_of_interpreter ? "not_interpreted" : check,
         .machine = machine,
         .problem = problem,
         .reason = reason});
  }
}

// What is wrong with the task is not the submission's fault.
void judge_session::require_task(const journal::json& line, const std::string& problem,
                                 const std::string& reason) const {
  const bool is_of_problem = line.value("check", "") == "problem";
  const bool is_of_baseline = line.value("variant", "") == task().task->baseline;
  if (is_of_problem || is_of_baseline)
    throw usage_error(fmt::format("{}: the problem [{}] cannot be judged: {}{}", request_.task,
                                  problem, is_of_baseline ? "the baseline: " : "", reason));
}

void judge_session::interpret(judge::judgement& into) {
  if (!can_be_interpreted()) return;
  note_faults(measure(kernels_file::submission_name, interpreted_, "simt", 0), interpreted_, into);
  into.interpreted = interpreted_.size();
}

double judge_session::floor_ns(const journal::json& line, const problem& problem) const {
  const auto fastest =
      std::max({ceilings_.read_bytes_per_s.value_or(0), ceilings_.write_bytes_per_s.value_or(0),
                ceilings_.copy_bytes_per_s.value_or(0)});
  return judge::memory_floor_ns(input_bytes(task(), problem), line.at("bytes").get<std::uint64_t>(),
                                card_->l2_bytes.value_or(0), ceilings_.read_bytes_per_s, fastest);
}

void judge_session::time(judge::judgement& into) {
  const std::string& baseline = task().task->baseline;
  const auto measure_baseline = [&](std::uint64_t process) {
    results lines = measure(baseline, timed_, "cuda", process);
    note_faults(lines, timed_, into);
    return lines;
  };
  std::vector<results> of_baseline, of_submission;
  for (std::uint64_t process = 1; process <= request_.processes && !interrupted(); ++process) {
    of_baseline.push_back(measure_baseline(process));
    of_submission.push_back(measure(kernels_file::submission_name, timed_, "cuda", process));
    note_faults(of_submission.back(), timed_, into);
    // More processes would find the same again.
    if (into.result() == judge::verdict::rejected) break;
  }
  if (interrupted()) return;
  of_baseline.push_back(measure_baseline(request_.processes + 1));
  has_timed_ = true;
  std::vector<double> shown, hidden;
  for (std::size_t i = 0; i < timed_.size(); ++i) {
    std::vector<double> baseline_ns, submission_ns, all_of_baseline_ns;
    for (std::size_t process = 0; process < of_baseline.size(); ++process) {
      const auto before = median_of(of_baseline[process][i]);
      if (before) all_of_baseline_ns.push_back(*before);
      if (process == of_submission.size()) break;
      const auto median = median_of(of_submission[process][i]);
      if (!before || !median) continue;
      baseline_ns.push_back(*before);
      submission_ns.push_back(*median);
    }
    const std::string name = timed_[i].problem.canonical();
    judge::judge_baseline(name, all_of_baseline_ns, into.findings);
    if (submission_ns.empty()) continue;
    into.times.push_back(judge::judge_times(name, timed_[i].hidden, baseline_ns, submission_ns,
                                            floor_ns(of_submission.front()[i], timed_[i].problem),
                                            into.findings));
    (timed_[i].hidden ? hidden : shown).push_back(into.times.back().speedup);
  }
  if (!shown.empty()) into.public_speedup = geometric_mean(shown);
  if (!hidden.empty()) into.hidden_speedup = geometric_mean(hidden);
}

}  // namespace warpmark
