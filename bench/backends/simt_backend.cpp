#include "bench/backends/simt_backend.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/compiler/cubin_file.hpp"
#include "bench/compiler/ptx_lines.hpp"

namespace warpmark {
namespace {

// "sm_90a" -> "9.0"
std::string compute_capability(const std::string& architecture) {
  std::string digits;
  for (const char c : architecture)
    if (c >= '0' && c <= '9') digits += c;
  if (digits.size() < 2) return "";
  return digits.substr(0, digits.size() - 1) + "." + digits.back();
}

card card_of(const simt::interpreter& machine, const simt::interpreter_options& options) {
  card result;
  result.limits = machine.limits();
  result.name = fmt::format("simt ({} model)",
                            options.card ? options.card->name : result.limits.architecture);
  if (options.card) {
    result.modelled_card = options.card->name;
    result.calibration = options.card->measured_at.empty() ? "none" : options.card->measured_at;
    result.l2_bytes = static_cast<std::uint64_t>(options.card->constants.l2_bytes);
  }
  result.compute_capability = compute_capability(result.limits.architecture);
  result.memory_bytes = options.memory_bytes;
  return result;
}

simt::interpreter_options limited(simt::interpreter_options options,
                                  const interpreter_limits& limits) {
  if (limits.loop_seconds) options.progress.seconds = *limits.loop_seconds;
  if (limits.memory_bytes) {
    options.host_memory_bytes = *limits.memory_bytes;
    options.memory_advice = "--memory-limit raises the limit";
  }
  if (limits.loop_seconds || limits.instructions)
    options.progress.advice = "--instruction-limit and --loop-limit raise the limit";
  return options;
}

// Without a model of the machine code, loads are as early as the PTX allows.
simt::load_schedule loads_of(const compiler::compiled_kernel& kernel, const device_limits& limits) {
  if (kernel.cubin.empty()) return {};
  const auto lines = compiler::ptx_lines(kernel.cubin, kernel.lowered_name);
  return simt::read_load_schedule(compiler::machine_code(kernel.cubin, kernel.lowered_name),
                                  limits.architecture_number(), lines);
}

}  // namespace

simt_backend::simt_backend(const simt::interpreter_options& options,
                           const interpreter_limits& limits)
    : machine_(limited(options, limits)), limits_(limits), card_(card_of(machine_, options)) {
  begin_point();
}

void simt_backend::begin_point() {
  interpreted_before_ += machine_.executed().warp_instructions;
  machine_.limit_execution(
      {.warp_instructions = limits_.instructions.value_or(simt::execution_amount::unlimited)});
}

void simt_backend::limit_modelled_time(double ns, const std::string& name) {
  const std::uint64_t of_point = limits_.instructions.value_or(simt::execution_amount::unlimited);
  const auto rate = machine_.instructions_per_ns();
  if (!rate || !(ns > 0)) return machine_.limit_instructions(of_point, {});
  const std::uint64_t limit = machine_.executed().warp_instructions +
                              static_cast<std::uint64_t>(std::min(ns * *rate, 1e18));
  if (limit < of_point)
    machine_.limit_instructions(limit, fmt::format("; issuing them takes more than {}", name));
}

void simt_backend::call(const native_step& step, std::span<const native_buffer>, std::size_t) {
  throw unsupported_kernel(
      fmt::format("simt: {} is native code, which cannot be interpreted", step.name));
}

backend::module_handle simt_backend::load(const compiler::compiled_kernel& kernel) {
  return machine_.load(kernel.ptx, kernel.lowered_name,
                       {.registers = kernel.resources.registers,
                        .static_shared_bytes = kernel.resources.static_shared_bytes,
                        .code_bytes = kernel.resources.code_bytes,
                        .local_bytes = kernel.resources.stack_bytes,
                        .named_barriers = kernel.resources.barriers,
                        .loads = loads_of(kernel, card_.limits)});
}

void simt_backend::begin_execution() {
  machine_.take_counters();
  machine_.take_findings();
  machine_.take_phases();
  machine_.begin_execution();
}

observation simt_backend::counted_execution() {
  observation result;
  result.modelled = machine_.modelled_time();
  result.stop_reason = stop_reason::exact;
  result.sampled = machine_.was_sampled();
  const auto counted = machine_.take_counters();
  // Those of a part of the blocks would be taken for all.
  if (!result.sampled) result.counters = counted.named();
  result.phases = machine_.take_phases();
  // Also kept for take_findings(): callers may use either.
  result.findings = machine_.findings();
  return result;
}

device_limits interpreted_limits(const model::card_file& card) {
  device_limits limits = card.limits();
  limits.interpreted = true;
  limits.is_of_named_card = true;
  return limits;
}

simt::interpreter_options as_card(const std::shared_ptr<const model::card_file>& card,
                                  simt::interpreter_options options) {
  if (!card) return options;
  options.card = card;
  options.limits = interpreted_limits(*card);
  return options;
}

std::unique_ptr<backend> make_simt_backend(const simt::interpreter_options& options,
                                           const interpreter_limits& limits) {
  return std::make_unique<simt_backend>(options, limits);
}

}  // namespace warpmark
