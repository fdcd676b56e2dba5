#include "bench/journal/process_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/statistics/process_pool.hpp"

namespace warpmark::journal {
namespace {

constexpr std::size_t min_samples = 6;  // With fewer there is no 95 % interval.
constexpr std::array<std::string_view, 3> of_samples = {"bimodal", "not_precise", "not_steady"};

bool is_of_samples(const std::string& warning) {
  return std::find(of_samples.begin(), of_samples.end(), warning) != of_samples.end();
}

statistics::process_median median_of(const json& times) {
  statistics::process_median result{.median = times.at("median").get<double>()};
  if (times.at("n").get<std::size_t>() >= min_samples)
    result.range = {times.at("ci_lo").get<double>(), times.at("ci_hi").get<double>(), 0.95};
  return result;
}

double geometric_mean(const std::vector<json>& processes, const char* name) {
  double sum = 0;
  for (const json& process : processes)
    sum += std::log(process.at("times_ns").at(name).get<double>());
  return std::exp(sum / static_cast<double>(processes.size()));
}

template <class T>
void set_sum(const std::vector<json>& processes, const char* name, json& line) {
  T sum = 0;
  bool any = false;
  for (const json& process : processes)
    if (const auto found = process.find(name); found != process.end()) {
      sum += found->get<T>();
      any = true;
    }
  if (any) line[name] = sum;
}

json pooled_times(const std::vector<json>& processes, const statistics::process_pool& pool) {
  std::size_t n = 0;
  double min = processes.front().at("times_ns").at("min").get<double>();
  for (const json& process : processes) {
    n += process.at("times_ns").at("n").get<std::size_t>();
    min = std::min(min, process.at("times_ns").at("min").get<double>());
  }
  return {{"n", n},
          {"median", pool.median},
          {"ci_lo", pool.range.lo},
          {"ci_hi", pool.range.hi},
          {"mean", geometric_mean(processes, "mean")},
          {"min", min},
          {"p05", geometric_mean(processes, "p05")},
          {"p95", geometric_mean(processes, "p95")}};
}

// A pool of processes has an interval however few samples each has.
json pooled_warnings(const std::vector<json>& processes) {
  std::map<std::string, std::size_t> counts;
  for (const json& process : processes)
    for (const auto& warning : process.value("warnings", json::array()))
      ++counts[warning.get<std::string>()];
  json kept = json::array();
  for (const auto& [warning, count] : counts)
    if (warning != "too_few_samples" && (!is_of_samples(warning) || 2 * count > processes.size()))
      kept.push_back(warning);
  return kept;
}

// The first reason other than that of the precision.
std::string pooled_stop_reason(const std::vector<json>& processes) {
  std::string reason;
  for (const json& process : processes)
    if (reason.empty() || reason == "precision") reason = process.value("stop_reason", reason);
  return reason;
}

void pool_warm_up(const std::vector<json>& processes, json& line) {
  if (!line.contains("warm_up")) return;
  std::size_t runs = 0;
  bool steady = true;
  double drift = 0;
  for (const json& process : processes) {
    const json seen = process.value("warm_up", json::object());
    runs += seen.value("runs", std::size_t{0});
    steady = steady && seen.value("steady", false);
    if (const double other = seen.value("drift", 0.0); std::abs(other) > std::abs(drift))
      drift = other;
  }
  line["warm_up"] = {{"runs", runs}, {"steady", steady}, {"drift", drift}};
}

// Fresh processes are runs, too: outputs that are equal within each may differ between them.
void pool_reproducible(const std::vector<json>& processes, json& line) {
  if (!line.contains("reproducible")) return;
  std::size_t executions = 0, most = 0;
  std::set<std::string> digests;
  for (const json& process : processes) {
    const json seen = process.value("reproducible", json::object());
    executions += seen.value("executions", std::size_t{0});
    most = std::max(most, seen.value("distinct_outputs", std::size_t{0}));
    digests.insert(seen.value("digest", ""));
  }
  const std::size_t distinct = std::max(most, digests.size());
  line["reproducible"]["executions"] = executions;
  line["reproducible"]["distinct_outputs"] = distinct;
  if (distinct < 2 || line.value("deterministic", "none") == "none") return;
  line["status"] = "wrong";
  line["check"] = "reproducibility";
  line["reason"] = "processes with equal inputs had different results";
  for (const char* name : {"times_ns", "throughput_bytes_per_s", "throughput_elements_per_s",
                           "fraction_of_ceiling", "ceiling"})
    line.erase(name);
}

// Rates are proportional to 1 / median.
void scale_rates(double by, json& line) {
  for (const char* name :
       {"throughput_bytes_per_s", "throughput_elements_per_s", "fraction_of_ceiling"})
    if (const auto rate = line.find(name); rate != line.end()) *rate = rate->get<double>() * by;
}

bool is_ok(const json& line) { return line.value("status", "") == "ok"; }

}  // namespace

json process_line(json measurement, std::size_t number) {
  measurement["event"] = process_event;
  measurement["process"] = number;
  return measurement;
}

json pooled_line(const std::vector<json>& processes) {
  const auto bad = std::find_if_not(processes.begin(), processes.end(), is_ok);
  // The newest has the state of the card after the last sample.
  json line = bad != processes.end() ? *bad : processes.back();
  const auto number = line.value("process", std::size_t{0});
  line["event"] = "measurement";
  for (const char* name : {"process", "at_s"}) line.erase(name);
  set_sum<double>(processes, "wall_s", line);
  set_sum<double>(processes, "busy_ns", line);
  if (bad != processes.end()) {
    // In the first process it is what a run of one process would say.
    if (number > 1)
      line["reason"] = fmt::format("in process {}: {}", number, line.value("reason", "no reason"));
    return line;
  }
  if (!line.contains("times_ns")) return line;
  std::vector<statistics::process_median> medians;
  json median_list = json::array();
  for (const json& process : processes) {
    medians.push_back(median_of(process.at("times_ns")));
    median_list.push_back(medians.back().median);
  }
  if (medians.size() < 2) return line;
  const auto pool = statistics::pool_processes(medians);
  scale_rates(medians.back().median / pool.median, line);
  line["times_ns"] = pooled_times(processes, pool);
  line["processes"] = {{"n", medians.size()},
                       {"medians", std::move(median_list)},
                       {"within", pool.within},
                       {"between", pool.between}};
  set_sum<double>(processes, "effective_samples", line);
  set_sum<std::size_t>(processes, "samples_dropped", line);
  pool_warm_up(processes, line);
  line["warnings"] = pooled_warnings(processes);
  if (const auto reason = pooled_stop_reason(processes); !reason.empty())
    line["stop_reason"] = reason;
  if (const auto before = processes.front().find("before"); before != processes.front().end())
    line["before"] = *before;
  pool_reproducible(processes, line);
  return line;
}

void process_record::add(const json& line, const std::string& place) {
  const auto number = line.value("process", std::size_t{0});
  if (number < 1 || number > num_processes_)
    throw usage_error(fmt::format("{}: process is {}; expected a number from 1 to {}", place,
                                  line.value("process", json()).dump(), num_processes_));
  try {
    pooled_line({line, line});
  } catch (const std::invalid_argument& error) {
    throw usage_error(fmt::format("{}: {}; expected times in ns", place, error.what()));
  }
  lines_[line.at("key").get<std::string>()].emplace(number, line);
}

void process_record::forget(const std::string& key) { lines_.erase(key); }

bool process_record::has(const std::string& key, std::size_t number) const {
  const auto found = lines_.find(key);
  return found != lines_.end() && found->second.contains(number);
}

json process_record::take_pooled(const std::string& key) {
  const auto found = lines_.find(key);
  if (found == lines_.end()) return nullptr;
  std::vector<json> processes;
  for (const auto& [number, line] : found->second) processes.push_back(line);
  if (processes.size() < num_processes_ && std::all_of(processes.begin(), processes.end(), is_ok))
    return nullptr;
  lines_.erase(found);
  return pooled_line(processes);
}

std::size_t process_record::count(
    const std::function<bool(const std::string& key)>& is_planned) const {
  std::size_t found = 0;
  for (const auto& [key, of_point] : lines_)
    if (is_planned(key)) found += of_point.size();
  return found;
}

}  // namespace warpmark::journal
