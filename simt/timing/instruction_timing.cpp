#include "simt/timing/instruction_timing.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "simt/timing/varying_registers.hpp"

namespace warpmark::simt {
namespace {

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Opcodes whose first operand is not a result.
constexpr std::array<std::string_view, 19> without_result = {
    "st",    "red",      "bra",     "ret",  "exit",     "trap",      "membar",
    "fence", "stmatrix", "barrier", "bar",  "prefetch", "nanosleep", "call",
    "cp",    "discard",  "brkpt",   "sust", "sured"};
constexpr std::array<std::string_view, 8> of_special_unit = {"ex2", "lg2",  "sin",   "cos",
                                                             "rcp", "sqrt", "rsqrt", "tanh"};
// What the pipe of multiplications does not do as well.
constexpr std::array<std::string_view, 15> of_logic_pipe = {"setp", "set",  "min", "max",  "selp",
                                                            "slct", "prmt", "shr", "shf",  "and",
                                                            "or",   "xor",  "not", "lop3", "bfe"};
// As few results per cycle as special functions: CUDA C++ Programming Guide, throughput of native
// arithmetic instructions.
constexpr std::array<std::string_view, 4> bit_counts = {"popc", "clz", "bfind", "brev"};
constexpr std::array<std::string_view, 13> of_memory = {
    "ld",       "ldu", "st",   "atom", "red",  "cp",   "ldmatrix",
    "stmatrix", "tex", "tld4", "suld", "sust", "sured"};
constexpr std::array<std::string_view, 12> of_control = {"bra",    "ret",     "exit",      "trap",
                                                         "bar",    "barrier", "call",      "brx",
                                                         "membar", "fence",   "nanosleep", "brkpt"};

// Up to this many instructions are predicated by the compiler instead of being jumped over.
constexpr std::size_t longest_guarded = 12;

bool timing_has_result(const statement& statement) {
  if (statement.opcode == "bar" || statement.opcode == "barrier") return statement.has("red");
  if (statement.opcode == "wmma") return !statement.has("store");
  return !is_one_of(without_result, statement.opcode);
}

std::optional<scalar_type> type_of(const statement& statement) {
  for (auto m = statement.modifiers.rbegin(); m != statement.modifiers.rend(); ++m)
    if (const auto type = parse_scalar_type(*m)) return type;
  return std::nullopt;
}

bool is_floating(scalar_type type) {
  return type == scalar_type::f16 || type == scalar_type::f32 || type == scalar_type::f64;
}

// A conversion between integer types is at most a move, and often no instruction.
unit unit_of_conversion(const statement& statement) {
  for (const auto& modifier : statement.modifiers)
    if (const auto type = parse_scalar_type(modifier); type && is_floating(*type))
      return unit::conversion;
  return unit::none;
}

// A constant at a fixed address is an operand of the instruction that uses it.
bool loads_fixed_constant(const statement& statement) {
  if (statement.opcode != "ld" || !statement.has("const") || statement.operands.size() < 2)
    return false;
  const operand& from = statement.operands[1];
  return from.what == operand::kind::address && !from.parts.empty() &&
         (from.parts[0].what == operand::kind::variable ||
          from.parts[0].what == operand::kind::integer);
}

unit unit_of(const statement& statement) {
  const std::string& op = statement.opcode;
  if (op == "mov" || op == "cvta" || op == "isspacep") return unit::none;
  if (op == "ld" && (statement.has("param") || statement.has("param::entry"))) return unit::none;
  if (loads_fixed_constant(statement)) return unit::none;
  if (op == "cvt") return unit_of_conversion(statement);
  if (is_one_of(of_memory, op)) return unit::memory;
  if (is_one_of(of_control, op)) return unit::control;
  if (op == "match") return unit::match;
  if (op == "shfl" || op == "redux") return unit::shuffle;
  if (is_one_of(bit_counts, op)) return unit::special;
  const auto type = type_of(statement);
  if (type == scalar_type::f64) return unit::float64;
  if (is_one_of(of_special_unit, op)) return unit::special;
  if (op == "selp" || op == "slct") return unit::logic;
  if (type && is_floating(*type)) return unit::float32;
  return is_one_of(of_logic_pipe, op) && !statement.has("pred") ? unit::logic : unit::integer;
}

/// Machine instructions, and how many of them wait for each other.
struct machine_instructions {
  std::uint8_t issues = 1, chained = 1;
};

// 64-bit integer operations are done in halves. The halves of a comparison wait for each other, and
// the selections of a minimum wait for both. Counts are those of an H200, which docs/model.md has.
machine_instructions machine_instructions_of(const statement& statement, unit on) {
  if (on == unit::none) return {.issues = 0};
  const std::string& op = statement.opcode;
  const bool is_extreme = op == "min" || op == "max";
  if (on == unit::float64 && is_extreme) return {.issues = 5, .chained = 3};
  const bool is_integer = on == unit::integer || on == unit::logic || is_one_of(bit_counts, op);
  if (!is_integer || statement.has("wide")) return {};
  const auto type = type_of(statement);
  if (!type || size_of(*type) != 8 || is_floating(*type)) return {};
  if (op == "mul" || op == "mad") return {.issues = 4, .chained = 3};
  if (is_extreme) return {.issues = 4, .chained = 3};
  return {.issues = 2, .chained = static_cast<std::uint8_t>(op == "setp" || op == "set" ? 2 : 1)};
}

bool is_integer_atomic(const statement& statement) {
  if (statement.opcode != "red" && statement.opcode != "atom") return false;
  const auto type = type_of(statement);
  return type && size_of(*type) >= 4 && !is_floating(*type);
}

// A fence between threads of different blocks.
bool fences(const statement& statement) {
  if (statement.opcode == "membar") return !statement.has("cta") && !statement.has("proxy");
  return statement.opcode == "fence" && !statement.has("cta") && !statement.has("proxy") &&
         !statement.has("mbarrier_init") && !statement.has("cluster");
}

// A store or atomic that the machine code has such a fence before.
bool releases(const statement& statement) {
  const bool accesses =
      statement.opcode == "st" || statement.opcode == "atom" || statement.opcode == "red";
  return accesses && (statement.has("release") || statement.has("acq_rel")) &&
         !statement.has("cta") && !statement.has("cluster");
}

cluster_step cluster_step_of(const statement& statement) {
  if (statement.opcode != "barrier" || !statement.has("cluster")) return cluster_step::none;
  return statement.has("wait") ? cluster_step::wait : cluster_step::arrive;
}

// If the old value is not used, the compiler combines the lanes of a 32-bit integer reduction
// within the warp (redux) and issues it once.
bool may_fold_lanes(const statement& statement) {
  return is_integer_atomic(statement) && size_of(*type_of(statement)) == 4;
}

class register_finder {
 public:
  register_finder(const flat_program& program, const flat_statement& flat_statement)
      : first_(program.frames[flat_statement.frame].first_register) {}

  void collect(const operand& from, std::vector<std::uint32_t>& to) const {
    if (from.what == operand::kind::reg) to.push_back(first_ + from.index);
    for (const operand& part : from.parts) collect(part, to);
  }

 private:
  std::uint32_t first_;
};

// Integer additions at an address that all lanes share are combined also if their old values are
// read: one lane adds the sum (votes, or a scan by shuffles), and the others add what precedes
// them. 64-bit integers are only if all lanes add the same: votes count the lanes.
bool adds_at_one_address(const statement& statement, const register_finder& registers,
                         const std::vector<bool>& varies) {
  if (!is_integer_atomic(statement) || !statement.has("add")) return false;
  const bool is_wide = !may_fold_lanes(statement);
  std::vector<std::uint32_t> shared;
  bool is_value = false;
  for (const operand& operand : statement.operands) {
    const bool is_address = operand.what == operand::kind::address;
    if (is_address || (is_value && is_wide)) registers.collect(operand, shared);
    is_value = is_value || is_address;  // Values come after it.
  }
  return std::none_of(shared.begin(), shared.end(),
                      [&](std::uint32_t from) { return varies[from]; });
}

void find_combined_atomics(const flat_program& program, std::vector<instruction_timing>& timings) {
  std::vector<bool> read(program.registers.size());
  for (const instruction_timing& timing : timings)
    for (const std::uint32_t from : timing.reads) read[from] = true;
  const std::vector<bool> varies = varying_registers(program, timings);
  for (std::size_t i = 0; i < timings.size(); ++i) {
    instruction_timing& timing = timings[i];
    const flat_statement& flat_statement = program.statements[i];
    const bool is_used = std::any_of(timing.writes.begin(), timing.writes.end(),
                                     [&](std::uint32_t to) { return read[to]; });
    timing.folds_lanes = (may_fold_lanes(*flat_statement.source) && !is_used) ||
                         adds_at_one_address(*flat_statement.source,
                                             register_finder(program, flat_statement), varies);
  }
}

// A jump over a few instructions without control flow.
bool is_short_forward_branch(const flat_program& program, std::size_t index,
                             const std::vector<instruction_timing>& timings) {
  const flat_statement& branch = program.statements[index];
  if (branch.source->opcode != "bra" || !branch.source->guard) return false;
  const operand& label = branch.source->operands[0];
  if (label.what != operand::kind::label) return false;
  const std::size_t target = program.frames[branch.frame].positions[label.index];
  if (target <= index || target - index > longest_guarded) return false;
  for (std::size_t i = index + 1; i < target; ++i)
    if (timings[i].on == unit::control || timings[i].on == unit::shuffle ||
        timings[i].on == unit::match)
      return false;
  return true;
}

}  // namespace

std::vector<instruction_timing> instruction_timings(const flat_program& program) {
  std::vector<instruction_timing> result;
  result.reserve(program.statements.size());
  for (const flat_statement& flat_statement : program.statements) {
    const statement& source = *flat_statement.source;
    instruction_timing& timing = result.emplace_back();
    timing.on = unit_of(source);
    const machine_instructions machine = machine_instructions_of(source, timing.on);
    timing.issues = machine.issues;
    timing.chained = machine.chained;
    timing.is_integer_atomic = is_integer_atomic(source);
    timing.controls_dependents = source.opcode == "griddepcontrol";
    timing.fences = fences(source);
    timing.releases = releases(source);
    timing.cluster = cluster_step_of(source);
    const register_finder registers(program, flat_statement);
    if (source.guard) registers.collect(*source.guard, timing.reads);
    timing.guarding_reads = static_cast<std::uint8_t>(timing.reads.size());
    // A vote reads its predicate as late.
    if (source.opcode == "vote") ++timing.guarding_reads;
    for (std::size_t i = 0; i < source.operands.size(); ++i)
      registers.collect(source.operands[i],
                        i == 0 && timing_has_result(source) ? timing.writes : timing.reads);
  }
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i].guards = is_short_forward_branch(program, i, result);
  find_combined_atomics(program, result);
  return result;
}

}  // namespace warpmark::simt
