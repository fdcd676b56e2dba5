#pragma once

#include "cli/verbs.hpp"

namespace warpmark {

constexpr const char* tuner_program = "warpmark-tuner";
constexpr const char* gate_program = "warpmark-gate";

/// What `warpmark --help` says of verbs in those programs, which have the same text.
constexpr const char* tune_description = "Find the fastest config for each problem";
constexpr const char* export_description =
    "Profiles, C++ headers of them, and other tools' records, from journals";
constexpr const char* import_description = "Convert another tool's record to a journal";
constexpr const char* calibrate_description =
    "Measure a card's bandwidths, latencies and throughputs, into a card file";
constexpr const char* gate_description = "Check whether a change made kernels slower; for CI";
constexpr const char* aa_description =
    "How often the gate calls unchanged points slower, on a model of noise or a card";
constexpr const char* selftest_description =
    "Test the gate's detection of planted slow-downs and its false alarms, on a noise model or a "
    "card";

/// A verb that another program beside this one has.
struct neighbour_verb {
  const char* verb;
  const char* description;
  const char* program;
};

/// Adds the verb, whose callback replaces this process by the other program with the same
/// arguments. Throws usage_error if that program is not beside this one.
void add_neighbour_verb(CLI::App& program, const neighbour_verb& verb, const argument_list& argv);

}  // namespace warpmark
