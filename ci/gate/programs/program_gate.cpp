#include "ci/gate/programs/program_gate.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include "base/input_file.hpp"
#include "bench/compiler/ptx/fat_binary.hpp"
#include "ci/gate/presentable.hpp"
#include "ci/gate/programs/program_statics.hpp"
#include "ci/gate/settings/conclude.hpp"

namespace warpmark::gate {
namespace {

using compiler::program_code;

stage_outcome not_run(gate_stage stage, const std::string& why) {
  return {.record = {.stage = stage, .left_out = why}};
}

stage_outcome statics_of(const program_request& request, const program_code& base,
                         const program_code& head) {
  if (!request.stages.contains(gate_stage::statics))
    return not_run(gate_stage::statics, "not requested");
  if (base.kernels().empty() && head.kernels().empty())
    return not_run(gate_stage::statics, "neither program has machine code for a device");
  return compare_programs(base, head, request.settings, request.progress);
}

stage_outcome timing_of(const program_request& request, const program_difference& difference) {
  if (!request.stages.contains(gate_stage::timing))
    return not_run(gate_stage::timing, "not requested");
  if (!request.timing)
    return not_run(gate_stage::timing, "only nvbench executables can be timed (--nvbench)");
  return request.timing(difference);
}

stage_outcome counting_of(const program_request& request) {
  return not_run(gate_stage::counting, request.stages.contains(gate_stage::counting)
                                           ? "programs are not interpreted"
                                           : "not requested");
}

// What starts benchmarks may be a script, whose machine code is elsewhere.
bool is_script(const std::filesystem::path& path) {
  constexpr std::uint64_t enough = 64;
  std::array<char, enough> begin{};
  input::input_file file(path);
  return !compiler::is_device_image({begin.data(), file.read(begin)});
}

void compare_images(const program_request& request, gate_result& result) {
  const auto base = program_code::of_file(request.base);
  const auto head = program_code::of_file(request.head);
  result.base.digest = base.digest();
  result.head.digest = head.digest();
  take(result, statics_of(request, base, head));
  take(result, counting_of(request));
  take(result, timing_of(request, program_difference_of(base, head)));
}

}  // namespace

gate_result run_program_gate(const program_request& request) {
  refuse_expired(request.acceptances, utc_date(), [](const std::string&) { return false; });
  gate_result result{.base = {.name = request.base.string()},
                     .head = {.name = request.head.string()}};
  if (request.timing && (is_script(request.base) || is_script(request.head))) {
    take(result, not_run(gate_stage::statics, "a side is a script, not a program"));
    take(result, counting_of(request));
    take(result, timing_of(request, {.same_machine_code = false}));
  } else {
    compare_images(request, result);
  }
  conclude(result, request.acceptances, request.settings);
  make_presentable(result, {});
  return result;
}

}  // namespace warpmark::gate
