#include "ci/gate/counting/counting_stage.hpp"

#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "bench/sampling/stopwatch.hpp"
#include "ci/gate/counting/counting_machine.hpp"
#include "ci/gate/counting/execution_bounds.hpp"
#include "ci/gate/counting/line_growth.hpp"
#include "ci/gate/settings/judging.hpp"
#include "ci/gate/sides/compile_fault.hpp"

namespace warpmark::gate {
namespace {

bool is_ok(const counted_point& counted_point) {
  return counted_point.result.status == point_status::ok;
}

class counter_comparison {
 public:
  counter_comparison(const comparison& compared,
                     const std::map<std::string, point_difference>& differences,
                     const stage_context& context, const std::string& architecture)
      : compared_(compared),
        differences_(differences),
        context_(context),
        settings_(context.settings),
        bounds_(context.limits),
        base_machine_(context.compile, architecture, context.card),
        head_machine_(context.compile, architecture, context.card),
        places_(*compared.base, *compared.head) {
    for (const auto& point : compared.points) executions_ += is_changed(point) ? 2 : 0;
  }

  std::vector<gate_finding> findings() {
    // The base first: what it executes limits the head.
    before_ = count(*compared_.base, "the base", base_machine_, &compared_point::base,
                    [&](const point&) { return bounds_.of_base(); });
    after_ = count(*compared_.head, "the head", head_machine_, &compared_point::head,
                   [&](const point& point) { return bounds_.of_head(point); });
    std::vector<gate_finding> result;
    for (const auto& point : compared_.points) {
      const bool nowhere = point.base && point.head && !point.base->unavailable.empty() &&
                           !point.head->unavailable.empty();
      if (nowhere) result.push_back(skipped(point, point.head->unavailable));
      if (point.on_both()) result.push_back(compare(point));
    }
    return result;
  }

  /// Points of which a side failed.
  const std::set<std::string>& failed() const { return failed_; }

 private:
  using counted_by_key = std::map<std::string, counted_point>;

  // In the order of the comparison, so that inputs are generated once per problem.
  counted_by_key count(const side& side, const char* name, counting_machine& machine,
                       std::optional<side_point> compared_point::*which,
                       const std::function<execution_amounts(const point&)>& limits) {
    std::vector<std::pair<std::string, begun_point>> begun;
    for (const auto& point : compared_.points)
      if (is_changed(point)) begun.emplace_back(point.key, machine.begin(*(point.*which)));
    counted_by_key counted;
    for (const auto& [key, pending] : begun) {
      context_.progress({.stage = gate_stage::counting,
                         .unit = "executions",
                         .done = executed_++,
                         .total = executions_,
                         .doing = fmt::format("{} of {}", key, name)});
      const auto [at, is_new] = counted.emplace(key, machine.count(pending, limits(pending.point)));
      if (&side == compared_.base.get())
        bounds_.base_took(at->second);
      else
        bounds_.head_took(at->second);
    }
    return counted;
  }

  bool is_changed(const compared_point& point) const {
    return point.on_both() && differences_.at(point.key).any();
  }

  static gate_finding finding_of(const compared_point& point) {
    return {.stage = gate_stage::counting,
            .subject = point.key,
            .family = point.family,
            .variant = point.variant};
  }

  static gate_finding skipped(const compared_point& point, const std::string& why) {
    gate_finding result = finding_of(point);
    result.outcome = verdict::inconclusive;
    result.reason = "not interpreted: " + why;
    return result;
  }

  gate_finding compare(const compared_point& point) {
    gate_finding result = finding_of(point);
    if (!is_changed(point)) {
      result.reason = "equal machine code and launches";
      return result;
    }
    const counted_point &base = before_.at(point.key), &head = after_.at(point.key);
    const point_difference& difference = differences_.at(point.key);
    if (!is_ok(base) || !is_ok(head)) {
      failed_.insert(point.key);
      tell_of_faults(point, base.result, head.result, result);
    } else if (difference.code.empty()) {
      result.reason =
          "equal machine code and launches; its result was verified again, as " + difference.right;
    } else {
      compare_counts(point, base, head, result);
    }
    return result;
  }

  void compare_counts(const compared_point& point, const counted_point& base,
                      const counted_point& head, gate_finding& result) {
    const std::string& difference = differences_.at(point.key).code;
    result.changes = counter_changes(base.result.seen.counters, head.result.seen.counters);
    const line_growth growth(*compared_.base, *compared_.head, places_, base.lines, head.lines);
    for (auto& change : result.changes)
      if (change.head > change.base) change.place = growth.worst(change.quantity);
    const judged_subject subject{point.key, point.family + "/" + point.variant};
    judge(result.changes, settings_, subject);
    sort_changes(result.changes);
    result.outcome = verdict_over(result.changes, settings_, subject);
    result.reason = result.outcome == verdict::regression ? summary_of(result.changes)
                    : result.changes.empty()
                        ? fmt::format("{}; all counters are equal", difference)
                        : fmt::format("{}; nothing judged is worse", difference);
    result.place = place_of(point, result);
    const auto &was = base.result.seen.modelled, &is = head.result.seen.modelled;
    if (was && is) result.impact_ns = std::max(0.0, is->ns - was->ns);
  }

  // The place of the worst change; else the first changed line of the kernels.
  source_place place_of(const compared_point& point, const gate_finding& finding) {
    for (const auto& change : finding.changes)
      if (!change.place.file.empty() && (change.judged || finding.outcome != verdict::regression))
        return change.place;
    const auto &base = point.base->plan.kernels, &head = point.head->plan.kernels;
    std::set<std::pair<std::string, int>> executed;
    for (const auto& line : after_.at(point.key).lines) executed.insert({line.file, line.line});
    for (std::size_t i = 0; i < std::min(base.size(), head.size()); ++i)
      if (auto place = places_.first_change(base[i], head[i], executed); place.line != 0)
        return place;
    return {};
  }

  void tell_of_faults(const compared_point& point, const measurement& base, const measurement& head,
                      gate_finding& result) {
    const auto why = [](const measurement& measurement, const side& from) {
      return fmt::format("{}: {}", warpmark::name(measurement.status),
                         with_places_of(from, measurement));
    };
    const std::string of_base = why(base, *compared_.base), of_head = why(head, *compared_.head);
    const point_difference& difference = differences_.at(point.key);
    if (head.status == point_status::ok) {
      result.outcome = verdict::pass;
      result.reason = fmt::format("right in the head; the base is {}", of_base);
      return;
    }
    const bool is_skipped = head.status == point_status::skipped;
    result.outcome = is_skipped ? verdict::inconclusive : verdict::invalid;
    result.reason = base.status == point_status::ok || is_skipped
                        ? fmt::format("the head is {}", of_head)
                        : fmt::format("the head is {}; so is the base, {}", of_head, of_base);
    if (head.status == point_status::timed_out && !head.seen.findings.empty())
      result.reason += bound_text(point, base);
    if (difference.code.empty())
      result.reason += fmt::format("; its code is that of the base, but {}", difference.right);
    result.place = place_of_error(*compared_.head, head.reason);
    for (const auto& finding : head.seen.findings)
      if (result.place.file.empty() && compared_.head->has(compared_.head->place_of(finding.file)))
        result.place = {compared_.head->place_of(finding.file), finding.line};
    if (result.place.file.empty() && !point.head->plan.kernels.empty())
      result.place = places_.definition(point.head->plan.kernels.front());
  }

  // Sanitizer findings name files by the names given to the compiler.
  static std::string with_places_of(const side& from, const measurement& measurement) {
    std::string text = measurement.reason;
    for (const auto& finding : measurement.seen.findings) {
      const std::string shown = from.place_of(finding.file);
      if (finding.file.empty() || shown == finding.file) continue;
      for (std::size_t at = 0; (at = text.find(finding.file, at)) != std::string::npos;
           at += shown.size())
        text.replace(at, finding.file.size(), shown);
    }
    return text;
  }

  // The source of a stopped execution's limit.
  std::string bound_text(const compared_point& point, const measurement& base) const {
    if (base.status != point_status::ok) return "";
    return fmt::format("; the base issued {} warp instructions in {:.2g} s",
                       before_.at(point.key).took.warp_instructions,
                       before_.at(point.key).took.seconds);
  }

  const comparison& compared_;
  const std::map<std::string, point_difference>& differences_;
  const stage_context& context_;
  const gate_settings& settings_;
  execution_bounds bounds_;
  std::size_t executions_ = 0, executed_ = 0;
  counting_machine base_machine_, head_machine_;
  changed_places places_;
  counted_by_key before_, after_;
  std::set<std::string> failed_;
};

}  // namespace

stage_outcome compare_counters(const comparison& compared,
                               const std::map<std::string, point_difference>& differences,
                               const stage_context& context, const std::string& architecture) {
  const stopwatch since_start;
  counter_comparison work(compared, differences, context, architecture);
  stage_outcome result{.record = {.stage = gate_stage::counting}, .findings = work.findings()};
  result.failed = work.failed();
  result.record.subjects = result.findings.size();
  result.record.seconds = since_start.seconds();
  return result;
}

}  // namespace warpmark::gate
