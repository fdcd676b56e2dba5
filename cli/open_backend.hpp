#pragma once

#include <memory>
#include <string>

#include "bench/backends/backend.hpp"

namespace warpmark {

/// What the interpreter does besides.
struct interpreting {
  bool phases = false;        ///< See launch_phases.
  bool global_races = false;  ///< Looks for them, which takes all blocks on one host thread.
};

/// The machine that `wanted` (auto, cuda, simt, host) means here; auto is a card if there is one,
/// else the interpreter, and says so on stderr. Throws usage_error if there is no such machine.
std::unique_ptr<backend> open_backend(const std::string& wanted, int device_ordinal,
                                      interpreting interpreting = {});

/// The same choice without opening it: "cuda" or "simt". Throws and speaks likewise.
std::string choose_backend(const std::string& wanted);

/// The choice by name alone, for what needs no machine: "cuda" or "simt".
std::string resolve_backend(const std::string& wanted);

/// What is known of a machine's limits before it is opened, by its resolved name: Hopper's, which
/// the interpreter models, or those of this CPU.
device_limits limits_unopened(const std::string& backend);

/// Throws usage_error if `phases` are wanted of a machine other than the interpreter.
void refuse_phases_elsewhere(bool phases, const std::string& machine);

}  // namespace warpmark
