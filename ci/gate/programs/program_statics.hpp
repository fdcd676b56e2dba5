#pragma once

#include "bench/compiler/program_code.hpp"
#include "ci/gate/gate_progress.hpp"
#include "ci/gate/settings/gate_settings.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// The static stage of two programs: every kernel's machine code, by name and architecture, without
/// a compiler, a disassembler or a card. A kernel that only one side has is no failure, since
/// arguments of templates are part of names; an architecture that only the base has is MISSING. The
/// findings' family is "program", their variant the kernel's name without scopes and arguments.
stage_outcome compare_programs(const compiler::program_code& base,
                               const compiler::program_code& head, const gate_settings& settings,
                               const progress_listener& progress);

}  // namespace warpmark::gate
