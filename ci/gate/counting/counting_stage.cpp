#include "ci/gate/counting/counting_stage.hpp"

#include <map>

#include <fmt/format.h>

#include "bench/sampling/stopwatch.hpp"
#include "ci/gate/counting/counting_machine.hpp"
#include "ci/gate/counting/line_growth.hpp"
#include "ci/gate/settings/judging.hpp"

namespace warpmark::gate {
namespace {

bool is_ok(const counted_point& of) { return of.result.status == point_status::ok; }

class counter_comparison {
 public:
  counter_comparison(const comparison& compared, const gate_settings& settings,
                     const std::map<std::string, std::string>& differences,
                     compiler::kernel_compiler& compile, const std::string& architecture)
      : compared_(compared),
        settings_(settings),
        differences_(differences),
        base_machine_(compile, architecture),
        head_machine_(compile, architecture),
        places_(*compared.base, *compared.head) {}

  std::vector<finding> findings() {
    // One side after the other, as each has its own registry.
    before_ = count(*compared_.base, base_machine_, &compared_point::base);
    after_ = count(*compared_.head, head_machine_, &compared_point::head);
    std::vector<finding> result;
    for (const auto& point : compared_.points) {
      const bool nowhere = point.base && point.head && !point.base->unavailable.empty() &&
                           !point.head->unavailable.empty();
      if (nowhere) result.push_back(skipped(point, point.head->unavailable));
      if (point.on_both()) result.push_back(compare(point));
    }
    return result;
  }

 private:
  using counted_by_key = std::map<std::string, counted_point>;

  // In the order of the comparison, so that inputs are made once a problem.
  counted_by_key count(const side& of, counting_machine& machine,
                       std::optional<side_point> compared_point::*which) {
    of.activate();
    std::vector<std::pair<std::string, begun_point>> begun;
    for (const auto& point : compared_.points)
      if (is_changed(point)) begun.emplace_back(point.key, machine.begin(*(point.*which)));
    counted_by_key counted;
    for (const auto& [key, each] : begun) counted.emplace(key, machine.count(each));
    return counted;
  }

  bool is_changed(const compared_point& point) const {
    return point.on_both() && !differences_.at(point.key).empty();
  }

  static finding finding_of(const compared_point& point) {
    return {.stage = gate_stage::counting,
            .subject = point.key,
            .family = point.family,
            .variant = point.variant};
  }

  static finding skipped(const compared_point& point, const std::string& why) {
    finding result = finding_of(point);
    result.outcome = verdict::inconclusive;
    result.reason = "not interpreted: " + why;
    return result;
  }

  finding compare(const compared_point& point) {
    finding result = finding_of(point);
    if (!is_changed(point)) {
      result.reason = "equal machine code and launches";
      return result;
    }
    const counted_point &base = before_.at(point.key), &head = after_.at(point.key);
    if (is_ok(base) && is_ok(head))
      compare_counts(point, base, head, result);
    else
      tell_of_faults(point, base.result, head.result, result);
    return result;
  }

  void compare_counts(const compared_point& point, const counted_point& base,
                      const counted_point& head, finding& result) {
    const std::string& difference = differences_.at(point.key);
    result.changes = counter_changes(base.result.seen.counters, head.result.seen.counters);
    const line_growth growth(*compared_.base, *compared_.head, places_, base.lines, head.lines);
    for (auto& each : result.changes)
      if (each.head > each.base) each.place = growth.worst(each.quantity);
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

  // Where the worst change comes from; else the first changed line of the kernels.
  source_place place_of(const compared_point& point, const finding& of) {
    for (const auto& each : of.changes)
      if (!each.place.file.empty() && (each.judged || of.outcome != verdict::regression))
        return each.place;
    const auto &base = point.base->plan.kernels, &head = point.head->plan.kernels;
    for (std::size_t i = 0; i < std::min(base.size(), head.size()); ++i)
      if (const auto place = places_.first_change(base[i], head[i]); place.line != 0) return place;
    return {};
  }

  void tell_of_faults(const compared_point& point, const measurement& base, const measurement& head,
                      finding& result) {
    const auto why = [](const measurement& of) {
      return fmt::format("{}: {}", warpmark::name(of.status), of.reason);
    };
    if (head.status == point_status::ok) {
      result.outcome = verdict::pass;
      result.reason = fmt::format("right in the head; the base is {}", why(base));
      return;
    }
    const bool is_skipped = head.status == point_status::skipped;
    result.outcome = is_skipped ? verdict::inconclusive : verdict::invalid;
    result.reason = base.status == point_status::ok || is_skipped
                        ? fmt::format("the head is {}", why(head))
                        : fmt::format("the head is {}; so is the base, {}", why(head), why(base));
    for (const auto& each : head.seen.findings)
      if (result.place.file.empty() && !each.file.empty())
        result.place = {compared_.head->place_of(each.file), each.line};
    if (result.place.file.empty() && !point.head->plan.kernels.empty())
      result.place = places_.definition(point.head->plan.kernels.front());
  }

  const comparison& compared_;
  const gate_settings& settings_;
  const std::map<std::string, std::string>& differences_;
  counting_machine base_machine_, head_machine_;
  changed_places places_;
  counted_by_key before_, after_;
};

}  // namespace

stage_outcome compare_counters(const comparison& compared, const gate_settings& settings,
                               const std::map<std::string, std::string>& differences,
                               compiler::kernel_compiler& compile,
                               const std::string& architecture) {
  const stopwatch since_start;
  counter_comparison work(compared, settings, differences, compile, architecture);
  stage_outcome result{.record = {.stage = gate_stage::counting}, .findings = work.findings()};
  result.record.subjects = result.findings.size();
  result.record.seconds = since_start.seconds();
  return result;
}

}  // namespace warpmark::gate
