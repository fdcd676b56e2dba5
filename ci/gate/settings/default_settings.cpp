#include "ci/gate/settings/default_settings.hpp"

namespace warpmark::gate {

const std::vector<default_rule>& default_rules() {
  using enum judgement;
  static const std::vector<default_rule> rules = {
      // Of machine code.
      {"registers", informative, {}, "matter only through occupancy, which is judged"},
      {"static_shared_bytes",
       informative,
       {},
       "as registers; padding that avoids conflicts is good"},
      {"dynamic_shared_bytes", informative, {}, "as registers"},
      {"occupancy", judged, {}, "fewer resident warps hide less latency"},
      {"spill_store_bytes", judged, {}, "each is a store that is not in the source"},
      {"spill_load_bytes", judged, {}, "each is a load that is not in the source"},
      {"stack_bytes", judged, {}, "arrays in local memory, or calls that are not inlined"},
      {"code_bytes", informative, {}, "unrolling grows it and is often faster"},
      {"named_barriers", informative, {}, "a resource limited to 16 per block"},
      {"constant_bytes", informative, {}, "parameters and literals, which are cached"},
      // Counters. Instructions are those of PTX, of which ptxas fuses and drops some.
      {"warp_instructions", judged, {.relative = 0.02}, "ptxas eliminates some PTX instructions"},
      {"longest_warp_instructions", judged, {.relative = 0.05}, "depends on few warps"},
      {"thread_instructions", informative, {}, "warp_instructions times active lanes"},
      {"integer_instructions", informative, {}, "a part of warp_instructions"},
      {"float32_instructions", informative, {}, "a part of warp_instructions"},
      {"float64_instructions", informative, {}, "a part of warp_instructions"},
      {"conversion_instructions", informative, {}, "a part of warp_instructions"},
      {"control_instructions", informative, {}, "a part of warp_instructions"},
      {"memory_instructions", informative, {}, "a part of warp_instructions"},
      {"tensor_instructions", informative, {}, "a part of warp_instructions"},
      {"tensor_f16_operations", informative, {}, "given by the shapes of tensor_instructions"},
      {"tensor_bf16_operations", informative, {}, "given by the shapes of tensor_instructions"},
      {"tensor_tf32_operations", informative, {}, "given by the shapes of tensor_instructions"},
      {"tensor_f64_operations", informative, {}, "given by the shapes of tensor_instructions"},
      {"tensor_fp8_operations", informative, {}, "given by the shapes of tensor_instructions"},
      {"tensor_int8_operations", informative, {}, "given by the shapes of tensor_instructions"},
      {"tensor_int4_operations", informative, {}, "given by the shapes of tensor_instructions"},
      {"tensor_int1_operations", informative, {}, "given by the shapes of tensor_instructions"},
      {"other_instructions", informative, {}, "a part of warp_instructions"},
      {"shuffles", informative, {}, "a part of warp_instructions"},
      {"votes", informative, {}, "a part of warp_instructions"},
      {"matches", informative, {}, "a part of warp_instructions"},
      {"reduxes", informative, {}, "a part of warp_instructions"},
      {"branches", informative, {}, "a part of warp_instructions; divergent ones are judged"},
      {"shared_load_ideal_wavefronts",
       informative,
       {},
       "the lower bound of wavefronts, which are judged"},
      {"shared_store_ideal_wavefronts", informative, {}, "likewise"},
      {"shared_atomic_ideal_wavefronts", informative, {}, "likewise"},
      {"block_barriers",
       informative,
       {},
       "barriers, which are judged, per block instead of per warp"},
      {"global_atomic_hottest_requests", informative, {}, "serialisation is judged"},
      {"global_atomic_hottest_lanes", informative, {}, "serialisation is judged"},
      {"global_load_unique_bytes", informative, {}, "global_unique_bytes holds them"},
      {"global_store_unique_bytes", informative, {}, "global_unique_bytes holds them"},
      {"blocks", informative, {}, "a choice of configuration; their work is judged"},
      {"warps", informative, {}, "a choice of configuration; their work is judged"}};
  return rules;
}

gate_settings default_settings() {
  gate_settings settings;
  for (const auto& default_rule : default_rules())
    if (default_rule.treatment == judgement::informative)
      settings.informative.emplace(default_rule.quantity);
    else
      settings.tolerances.emplace(default_rule.quantity, default_rule.allowed);
  return settings;
}

}  // namespace warpmark::gate
