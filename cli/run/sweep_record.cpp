#include "cli/run/sweep_record.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/verbosity.hpp"
#include "cli/interrupt.hpp"
#include "cli/run/bar_chart.hpp"
#include "cli/run/run_output.hpp"

namespace warpmark {
namespace {

std::size_t total_of(const sweep_progress& begun) { return begun.planned * begun.num_processes; }

}  // namespace

sweep_record::sweep_record(journal::writer& journal, const sweep_progress& begun,
                           std::map<std::string, std::size_t> counts)
    : journal_(journal),
      begun_(begun),
      shown_(total_of(begun), begun.done * begun.num_processes + begun.processes_done,
             begun.num_processes > 1 ? "measurement" : "point"),
      end_{.counts = std::move(counts)} {}

workers::rounds_listener sweep_record::listener() {
  workers::rounds_listener result;
  result.measured = [this](const point& point, journal::json&& line) {
    measured(point, std::move(line));
  };
  result.process_measured = [this](const point& point, const journal::json& line) {
    process_measured(point, line);
  };
  result.referenced = [this](journal::json&& line) { referenced(std::move(line)); };
  result.interrupted = interrupted;
  return result;
}

void sweep_record::append(journal::json& line) {
  line["at_s"] = since_start_.seconds();
  journal_.append(line);
}

void sweep_record::measured(const point& point, journal::json&& line) {
  append(line);
  const auto status = line.at("status").get<std::string>();
  ++end_.counts[status];
  for (const auto& warning : line.value("warnings", journal::json::array()))
    ++end_.warnings[warning.get<std::string>()];
  mutants_.add(point, line);
  if (!point.variant->mutant) summary_.add(point, line);
  if (status != "ok")
    fmt::print(stderr, "{}{}: {}: {}\n", rewrites_progress() ? "\r\x1b[K" : "", point.key(), status,
               line.value("reason", ""));
  else
    print_detail(step_text(point.key(), line));
  if (begun_.num_processes == 1) shown_.advance(point.key());
}

void sweep_record::process_measured(const point& point, journal::json line) {
  append(line);
  const auto number = line.at("process").get<std::size_t>();
  const bool is_last = line.at("status") != "ok";
  shown_.advance(point.key(), is_last ? begun_.num_processes - number + 1 : 1);
}

void sweep_record::referenced(journal::json&& line) {
  append(line);
  references_.add(line);
}

const journal::run_end& sweep_record::finish(const workers::sweep_outcome& outcome) {
  shown_.finish();
  end_.complete = outcome.measured == begun_.planned - begun_.done;
  end_.reason = outcome.stopped;
  end_.wall_s = since_start_.seconds();
  end_.kernels_compiled = outcome.kernels_compiled;
  end_.kernels_from_cache = outcome.kernels_from_cache;
  end_.worker_restarts = outcome.worker_restarts;
  end_.drift = references_.assess();
  journal_.append(journal::end_line(end_));
  return end_;
}

std::string sweep_record::tables() const {
  return summary_.text() + (shows_charts() ? summary_.chart() : "") + mutants_.text();
}

}  // namespace warpmark
