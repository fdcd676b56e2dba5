#include "variants/count/shared/plan_builder.hpp"

#include "variants/contract/problem_axes.hpp"
#include "variants/count/shared/keys.hpp"

namespace warpmark::count {

plan_builder::plan_builder(const problem& problem, answer with)
    : plan_collector(problem),
      bins_(static_cast<std::uint64_t>(problem.integer("bins"))),
      with_(with),
      output_(add_output(with == answer::counts ? "counts" : "table", output_bytes())) {}

std::size_t plan_builder::output_bytes() const {
  return bins_ * (with_ == answer::counts ? sizeof(std::uint32_t) : sizeof(value_count));
}

std::string plan_builder::key_spelling() const { return std::string(cuda_spelling(type())); }

void plan_builder::clear_output() {
  fill({output_}, scalar_argument::of(std::uint32_t{0}), output_bytes() / sizeof(std::uint32_t));
}

bool is_dense(const problem& problem) { return problem.text("keys") == "dense"; }

bool all_keys_have_bins(const problem& problem) {
  return is_dense(problem) &&
         values_of(element_type_of(problem)) == static_cast<std::uint64_t>(problem.integer("bins"));
}

constraint keys_are_dense() {
  return {"counts are indexed by keys, so keys=dense; variants that make tables take others",
          [](const problem& problem, const config&, const device_limits&) {
            return is_dense(problem);
          }};
}

}  // namespace warpmark::count
