#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "bench/sampling/stopwatch.hpp"
#include "ci/gate/gate_progress.hpp"
#include "cli/status_line.hpp"

namespace warpmark {

/// "counting stage: 3 of 12 executions, 8 s left: scan/blelloch[…] of the head, for 5 s". The time
/// left is the stage's; it is not shown before the first item is done.
std::string gate_status_text(const gate::gate_progress& at, double stage_s, double step_s);

/// Shows the gate's progress on stderr, also during a long step.
class gate_status {
 public:
  gate_status();
  ~gate_status();  ///< Clears the line.
  gate_status(const gate_status&) = delete;
  gate_status& operator=(const gate_status&) = delete;

  void take(const gate::gate_progress& at);

 private:
  void draw_until_end();

  std::mutex mutex_;
  std::condition_variable end_;
  bool ended_ = false;
  gate::gate_progress at_;
  stopwatch since_stage_, since_step_;
  status_line line_;
  std::thread drawing_;  ///< Declared last: it uses the members above.
};

}  // namespace warpmark
