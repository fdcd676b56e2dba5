#pragma once

#include <cstdint>

#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

/// Whether the first operand of a statement is its result.
bool has_result(const statement& statement);

/// Whether a statement is one of those that are known to write all of their result, to read it not,
/// and to be done when the next one begins. Others may be too.
bool only_writes_result(const statement& statement);

/// Whether a statement may read or write its registers after the next one has begun.
bool is_asynchronous(const statement& statement);

/// Visits the registers of an operand, by their index in flat_program::registers.
template <class Visit>
void each_register(const flat_program& program, std::uint32_t at, const operand& in,
                   Visit&& visit) {
  if (in.what == operand::kind::reg)
    visit(program.frames[program.statements[at].frame].first_register + in.index);
  for (const operand& part : in.parts) each_register(program, at, part, visit);
}

}  // namespace warpmark::simt
