#include "simt/ptx/register_uses.hpp"

#include <algorithm>
#include <string_view>

namespace warpmark::simt {
namespace {

// Instructions whose first operand is not a result. A name missing here would hide a read.
constexpr std::string_view assigns_nothing[] = {
    "st",     "red",     "bra",      "brx",       "call",          "bar",      "barrier",
    "membar", "fence",   "cp",       "mbarrier",  "nanosleep",     "trap",     "ret",
    "exit",   "discard", "prefetch", "prefetchu", "applypriority", "stmatrix", "setmaxnreg",
    "sust",   "sured"};

// Instructions whose first operand is nothing but a result.
constexpr std::string_view assigns[] = {
    "abs",      "add",   "addc", "and",   "bfe",  "bfind", "brev", "clz", "cnot", "copysign",
    "cos",      "cvt",   "cvta", "div",   "dp2a", "dp4a",  "ex2",  "fma", "fns",  "ld",
    "ldmatrix", "ldu",   "lg2",  "lop3",  "mad",  "madc",  "max",  "min", "mma",  "mov",
    "mul",      "mul24", "neg",  "not",   "or",   "popc",  "prmt", "rcp", "rem",  "rsqrt",
    "sad",      "selp",  "set",  "setp",  "shf",  "shfl",  "shl",  "shr", "sin",  "slct",
    "sqrt",     "sub",   "subc", "szext", "tanh", "vote",  "xor"};

template <std::size_t N>
bool is_one_of(const std::string_view (&names)[N], const std::string& opcode) {
  return std::find(std::begin(names), std::end(names), opcode) != std::end(names);
}

}  // namespace

bool has_result(const statement& statement) {
  if (statement.operands.empty() || statement.operands[0].what == operand::kind::address)
    return false;
  if ((statement.opcode == "bar" || statement.opcode == "barrier") && statement.has("red"))
    return true;
  return !is_one_of(assigns_nothing, statement.opcode);
}

bool only_writes_result(const statement& statement) {
  return !statement.guard && has_result(statement) && is_one_of(assigns, statement.opcode);
}

bool is_asynchronous(const statement& statement) {
  return statement.opcode == "wgmma" || statement.opcode == "tcgen05";
}

}  // namespace warpmark::simt
