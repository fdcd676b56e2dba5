#pragma once

#include <memory>
#include <string>

#include "bench/backends/backend.hpp"
#include "bench/backends/interpreter_limits.hpp"
#include "simt/model/card_file.hpp"

namespace warpmark {

/// Optional features of the interpreter.
struct interpreting {
  bool phases = false;        ///< See launch_phases.
  bool global_races = false;  ///< Detects them; executes all blocks on one host thread.
  interpreter_limits limits = {};
  std::shared_ptr<const model::card_file> card = {};  ///< Null: the default one.
};

/// Opens the backend `requested` (auto, cuda, simt, host); auto is a card if there is one, else the
/// interpreter, with a note on stderr. Throws usage_error if it is not available.
std::unique_ptr<backend> open_backend(const std::string& requested, int device_ordinal,
                                      interpreting interpreting = {});

/// The same choice without opening it: "cuda" or "simt". Throws and notes likewise.
std::string choose_backend(const std::string& requested);

/// The choice by name alone, without a machine: "cuda" or "simt".
std::string resolve_backend(const std::string& name);

/// A backend's limits before it is opened, by its resolved name: those of the card that is
/// interpreted (null: Hopper's), or of this CPU.
device_limits limits_unopened(const std::string& backend,
                              const std::shared_ptr<const model::card_file>& card = {});

/// Throws usage_error if `phases` are requested on a backend other than the interpreter.
void refuse_phases_elsewhere(bool phases, const std::string& machine);

/// Throws usage_error for an option that needs a card's sensors or launches on another machine.
void refuse_without_card(const std::string& option, const std::string& machine);

/// For messages about another backend: "expected --backend cuda", and where there is no card, why.
std::string expected_card();

}  // namespace warpmark
