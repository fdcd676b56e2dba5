#include "ci/gate/golden/golden_stage.hpp"

#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "ci/gate/counting/counting_machine.hpp"
#include "ci/gate/counting/execution_bounds.hpp"
#include "ci/gate/golden/golden_file.hpp"
#include "ci/gate/settings/judging.hpp"

namespace warpmark::gate {
namespace {

// Counters need no machine code, but the kernel cache may already hold this architecture's.
constexpr const char* interpreted_architecture = "sm_90";

// The first does not fill its last tile; the second needs several blocks, and is still small for
// variants that compare all pairs.
constexpr const char* golden_sizes = "1000,4096";

counters_by_name without_zeros(counters_by_name counters) {
  std::erase_if(counters, [](const auto& counter) { return counter.second == 0; });
  return counters;
}

// All points of a selection, counted with this program's kernels.
class golden_run {
 public:
  golden_run(compiler::kernel_compiler& compile, const std::vector<std::string>& patterns)
      : program_(embedded_side()), machine_(compile, interpreted_architecture) {
    std::vector<begun_point> begun;
    for (const auto& point : program_->points(golden_selection(patterns), machine_.limits()).points)
      if (point.point.is_base()) begun.push_back(machine_.begin(point));
    const execution_bounds bounds(gate_limits{});
    for (const auto& pair : begun) points_.push_back(machine_.count(pair, bounds.of_base()));
  }

  const std::vector<counted_point>& points() const { return points_; }

  // The line with the largest value of a counter.
  source_place hottest_line(const counted_point& counted_point, const std::string& counter) const {
    std::uint64_t largest = 0;
    source_place place;
    for (const auto& line : counted_point.lines)
      if (const auto counters = line.counters.named(); counters.contains(counter))
        if (const auto count = counters.at(counter); count > largest && line.line > 0) {
          largest = count;
          place = {program_->place_of(line.file), line.line};
        }
    return place;
  }

 private:
  std::unique_ptr<side> program_;
  counting_machine machine_;
  std::vector<counted_point> points_;
};

gate_finding finding_of(const point& point) {
  return {.stage = gate_stage::counting,
          .subject = point.key(),
          .family = point.variant->family,
          .variant = point.variant->name};
}

gate_finding compare_point(const golden_run& run, const counted_point& counted,
                           const counters_by_name& golden, const gate_settings& settings) {
  gate_finding result = finding_of(counted.result.point);
  result.changes = counter_changes(golden, without_zeros(counted.result.seen.counters));
  for (auto& change : result.changes)
    if (change.head > change.base) change.place = run.hottest_line(counted, change.quantity);
  if (result.changes.empty()) {
    result.reason = "the golden counters";
    return result;
  }
  const judged_subject subject{result.subject, counted.result.point.variant->path()};
  judge(result.changes, settings, subject);
  sort_changes(result.changes);
  result.outcome = verdict_over(result.changes, settings, subject);
  result.reason = result.outcome == verdict::regression
                      ? summary_of(result.changes)
                      : "counters differ, nothing judged is worse; --refresh-golden stores them";
  for (const auto& change : result.changes)
    if (result.place.file.empty()) result.place = change.place;
  return result;
}

// Findings for selected golden points that the run does not have.
void add_missing(const golden_family& golden, const std::set<std::string>& seen,
                 const std::vector<std::string>& patterns, std::vector<gate_finding>& findings) {
  if (!patterns.empty()) return;
  for (const auto& [key, counters] : golden.points)
    if (!seen.contains(key)) {
      const std::string path = key.substr(0, key.find('['));
      findings.push_back({.stage = gate_stage::counting,
                          .subject = key,
                          .family = golden.family,
                          .variant = path.substr(path.find('/') + 1),
                          .outcome = verdict::missing,
                          .reason = "the point of these golden counters no longer exists"});
    }
}

}  // namespace

selection golden_selection(std::vector<std::string> patterns) {
  return {.patterns = std::move(patterns),
          .problem = {{"n", golden_sizes}},
          .config = {},
          .backend = "simt"};
}

stage_outcome compare_with_golden(const std::filesystem::path& folder,
                                  const std::vector<std::string>& patterns,
                                  const gate_settings& settings,
                                  compiler::kernel_compiler& compile) {
  const stopwatch since_start;
  const auto families = read_golden(folder);
  const golden_run run(compile, patterns);
  stage_outcome result{.record = {.stage = gate_stage::counting}};
  std::set<std::string> seen;
  for (const auto& counted : run.points()) {
    gate_finding found = finding_of(counted.result.point);
    seen.insert(found.subject);
    const auto family = families.find(found.family);
    const auto* golden = family == families.end() ? nullptr : &family->second.points;
    if (counted.result.status != point_status::ok) {
      found.outcome = verdict::invalid;
      found.reason = fmt::format("{}: {}", name(counted.result.status), counted.result.reason);
    } else if (golden == nullptr || !golden->contains(found.subject)) {
      found.outcome = verdict::added;
      found.reason = "the point has no golden counters; --refresh-golden adds them";
    } else {
      found = compare_point(run, counted, golden->at(found.subject), settings);
    }
    result.findings.push_back(std::move(found));
  }
  for (const auto& [name, golden] : families) {
    add_missing(golden, seen, patterns, result.findings);
    if (golden.nvrtc != compile.version())
      result.warnings.push_back(
          fmt::format("the golden counters of {} are from NVRTC {}, this is {}: instructions may "
                      "differ for this reason alone",
                      name, golden.nvrtc, compile.version()));
  }
  result.record.subjects = result.findings.size();
  result.record.seconds = since_start.seconds();
  return result;
}

std::size_t refresh_golden(const std::filesystem::path& folder,
                           compiler::kernel_compiler& compile) {
  const golden_run run(compile, {});
  std::map<std::string, golden_family> families;
  for (const auto& counted : run.points()) {
    const point& point = counted.result.point;
    if (counted.result.status != point_status::ok)
      throw usage_error(fmt::format("{} is {}: {}; golden counters need a correct result",
                                    point.key(), name(counted.result.status),
                                    counted.result.reason));
    auto& family = families[point.variant->family];
    family.family = point.variant->family;
    family.nvrtc = compile.version();
    family.points[point.key()] = without_zeros(counted.result.seen.counters);
  }
  for (const auto& [name, family] : families) write_golden(folder, family);
  remove_other_golden(folder, families);
  return run.points().size();
}

}  // namespace warpmark::gate
