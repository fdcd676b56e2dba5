#pragma once

#include <cstdint>
#include <vector>

#include "simt/model/launch_work.hpp"
#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

using model::unit;

/// The part of a cluster's barrier that an instruction is.
enum class cluster_step : std::uint8_t { none, arrive, wait };

/// What the machine code does at a statement. Where it is not known, jumps of PTX over a few plain
/// instructions are taken to be predicates.
enum class machine_step : std::uint8_t {
  unknown,      ///< Or no jump.
  none,         ///< A jump of PTX that is none.
  predicate,    ///< What it jumps over is predicated.
  jump_if,      ///< It jumps where PTX does,
  jump_if_not,  ///< or where PTX goes on.
};

/// One of the machine instructions that a load was compiled to, in its block of code.
struct load_copy {
  std::uint32_t after = 0;       ///< It is issued after so many waits for loads.
  std::uint32_t awaited_by = 0;  ///< The first wait for it, from 1; 0: there is none in the block.
};

/// The properties of one instruction for the time model.
struct instruction_timing {
  unit on = unit::none;
  std::uint8_t issues = 0;          ///< Machine instructions per PTX instruction.
  std::uint8_t chained = 1;         ///< How many of them wait for each other.
  bool guards = false;              ///< A short branch, which the compiler replaces by predicates.
  std::uint8_t guarding_reads = 0;  ///< So many of the first registers that it reads are predicates
                                    ///< that it waits for as for guards.
  machine_step jumps = machine_step::unknown;
  bool opens_region = false;         ///< At whose end the lanes of the warp meet again.
  bool folds_lanes = false;          ///< An atomic whose lanes with one address are combined.
  bool is_integer_atomic = false;    ///< Whose lanes with one address are one request.
  bool controls_dependents = false;  ///< griddepcontrol
  bool fences = false;               ///< Waits until the device sees the thread's stores,
  bool releases = false;             ///< or does so before its own access.
  cluster_step cluster = cluster_step::none;
  std::uint32_t code_block = 0;      ///< The block of machine code that has its copies.
  std::vector<load_copy> copies;     ///< Of a load, in their order; empty: not known.
  float spill_stores = 0;            ///< Registers per lane that it saves in local memory
  float spill_loads = 0;             ///< before, those that it loads from there,
  float spill_issues = 0;            ///< and the machine instructions that do so.
  std::uint32_t unrolled = 1;        ///< A jump back: how often its loop is unrolled.
  std::vector<std::uint32_t> reads;  ///< Registers of the flat program, including the guard.
  std::vector<std::uint32_t> writes;
};

/// The timing of each statement of a flat program.
std::vector<instruction_timing> instruction_timings(const flat_program& program);

}  // namespace warpmark::simt
