#include "bench/workers/worker_seat.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bench/workers/work_queue.hpp"

namespace warpmark::workers {
namespace {

using namespace std::chrono_literals;

// Opening a card and measuring its ceilings.
constexpr auto start_patience = 5min;

}  // namespace

worker_report worker_seat::start(const std::string& program) {
  process.reset();
  phase.clear();
  timed = nullptr;
  end_message.clear();
  compiled = from_cache = 0;
  process = std::make_unique<worker_process>(std::vector<std::string>{program, "worker"});
  process->channel().send(to_wire(order));
  const auto deadline = clock::now() + start_patience;
  while (clock::now() < deadline) {
    const auto message = process->channel().receive(100ms);
    if (!message) continue;
    if (message->contains("failed"))
      throw worker_unavailable(message->at("failed").get<std::string>());
    return report_from_wire(message->at("ready"));
  }
  throw worker_unavailable(fmt::format("a worker for backend {} did not start within {} minutes",
                                       order.backend, start_patience.count()));
}

void worker_seat::drop_queued_points() {
  suspects.clear();
  given.resize(phase.empty() ? 0 : std::min<std::size_t>(1, given.size()));
}

void worker_seat::give(std::size_t max_points, const std::function<std::optional<point>()>& next,
                       const std::optional<measuring_options>& measuring,
                       const std::vector<point>& ahead) {
  journal::json batch = journal::json::array();
  if (given.empty()) phase_began = now();
  while (given.size() < max_points) {
    auto next_point = next();
    if (!next_point) break;
    problem = work_queue::problem_of(*next_point);
    batch.push_back(to_wire(*next_point));
    given.push_back(std::move(*next_point));
  }
  if (batch.empty()) return;
  try {
    journal::json message = {{"points", std::move(batch)}};
    if (measuring) message["measuring"] = to_wire(*measuring);
    for (const point& point : ahead) message["ahead"].push_back(to_wire(point));
    process->channel().send(message);
  } catch (const channel_closed&) {
    // Reading also detects and handles it.
  }
}

void worker_seat::enter(std::string next_phase) {
  phase = std::move(next_phase);
  phase_began = now();
}

double worker_seat::seconds_in_phase() const {
  return std::chrono::duration<double>(now() - phase_began).count();
}

std::optional<double> worker_seat::limit(const phase_limits& limits) const {
  if (!process || given.empty()) return std::nullopt;
  if (phase == "compile") return compile_phase_limit_s(order.compile, limits);
  if (phase == "verify" || phase == "reference") return limits.verify_s;
  if (phase == "measure" || phase == "profile") return limits.measure_s;
  return limits.idle_s;
}

}  // namespace warpmark::workers
