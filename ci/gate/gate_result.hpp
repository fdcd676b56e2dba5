#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ci/gate/finding.hpp"

namespace warpmark::gate {

/// One of the two compared trees.
struct side_record {
  std::string asked;   ///< As the command line names it: "origin/main", "../base".
  std::string commit;  ///< Full hash; empty for a folder that is no repository.
  bool dirty = false;  ///< A folder with changes that no commit holds.
  std::string digest;  ///< SHA-256 over the compared sources.
};

/// How a stage went.
struct stage_record {
  gate_stage stage = gate_stage::statics;
  std::string left_out;  ///< Why it did not run; empty if it did.
  std::size_t subjects = 0;
  double seconds = 0;
  double card_seconds = 0;  ///< Of them with a process that had the card.
};

/// What the controls of the timing stage said. Without a stage of timing there are none.
struct control_record {
  std::size_t negative = 0;          ///< Points known to be equal on both sides …
  std::size_t negative_flagged = 0;  ///< … of which this many were called different.
  std::optional<double> planted;     ///< The slow-down of the positive control, relative …
  bool planted_found = false;        ///< … and whether the run saw it.
  std::size_t pairs = 0;             ///< Pairs measured in all …
  std::size_t pairs_discarded = 0;   ///< … and discarded for a recorded reason of the machine.
  std::string trouble;               ///< Why the run may give no verdict; empty if it may.
};

/// How the gate ends: the design's exit codes, as ci/gate/exit_status.hpp decides them.
struct gate_ending {
  int code = 2;
  std::string reason;  ///< One sentence: the last line that the program prints.
};

/// All that a run of the gate found. Every output is a function of it.
struct gate_result {
  side_record base;
  side_record head;
  std::string tool;        ///< Version and commit of warpmark.
  std::string started_at;  ///< ISO 8601, UTC.
  std::vector<std::string> argv;
  nlohmann::json environment = nlohmann::json::object();  ///< Card, driver, host: as in manifests.
  nlohmann::json settings = nlohmann::json::object();     ///< What was in force.
  std::vector<finding> findings;
  std::vector<stage_record> stages;
  std::optional<control_record> controls;
  std::vector<std::string> warnings;  ///< Whole sentences.
  gate_ending ending;
};

/// Worst verdict first, then by impact and by the size of the ratio, then by stage and subject.
void sort_findings(std::vector<finding>& findings);

/// How many findings have each verdict; verdicts that none has are absent.
std::map<verdict, std::size_t> count_verdicts(const std::vector<finding>& findings);

/// What fails a build beyond nothing having been compared: "regression", "missing", "invalid",
/// "suspect", "inconclusive".
using failing = std::set<verdict>;

/// Exit code and reason: 0 pass, 1 a confirmed regression and nothing else, 3 inconclusive where
/// that fails, 4 controls or environment failed (also invalid and suspect points), 5 nothing
/// compared or points missing. A regression outranks 3; 4 outranks 1 only if the controls failed.
gate_ending ending_of(const gate_result& result, const failing& fail_on);

}  // namespace warpmark::gate
