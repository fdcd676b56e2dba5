#pragma once

namespace warpmark {

/// Exit status of the program, for all verbs.
enum exit_code : int {
  exit_ok = 0,
  exit_wrong = 1,    ///< A wrong, crashed, failed or timed-out point; a confirmed regression;
                     ///< a stale profile; a guarantee of the gate that does not hold; a
                     ///< submission that is not accepted.
  exit_usage = 2,    ///< Bad usage or a tool error.
  exit_missing = 5,  ///< Nothing measured, points missing, or interrupted.
};

}  // namespace warpmark
