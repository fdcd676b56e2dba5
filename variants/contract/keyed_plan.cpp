#include "variants/contract/keyed_plan.hpp"

namespace warpmark {

keyed_plan::keyed_plan(const problem& problem) : plan_collector(problem), from_{input()}, to_{} {
  const bool with_payload = problem.text("payload") != "none";
  if (with_payload) from_.payload = add_input("input_payload", n() * 4);
  to_.keys = add_output("output", key_bytes());
  if (with_payload) to_.payload = add_output("output_payload", n() * 4);
}

keyed_buffers keyed_plan::scratch(const std::string& name) {
  keyed_buffers made{scratch_bytes(name, key_bytes())};
  if (has_payload()) made.payload = scratch_bytes(name + "_payload", payload_bytes());
  return made;
}

std::string keyed_plan::key_spelling() const { return std::string(cuda_spelling(type())); }

std::string keyed_plan::payload_spelling() const {
  return has_payload() ? "unsigned" : "sort::no_payload";
}

kernel_argument keyed_plan::payload_argument(const keyed_buffers& keyed_buffers) const {
  if (!has_payload()) return scalar_argument::of(std::uint64_t{0});
  return buffer_argument{keyed_buffers.payload};
}

void keyed_plan::restore_input_to(const keyed_buffers& buffers) {
  restore({buffers.keys}, input_argument(), key_bytes());
  if (has_payload()) restore({buffers.payload}, {from_.payload}, payload_bytes());
}

}  // namespace warpmark
