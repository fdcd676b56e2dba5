#include "variants/contract/operator_plan.hpp"

#include "variants/contract/operators.hpp"

namespace warpmark {

operator_plan::operator_plan(const problem& problem, std::uint64_t results)
    : plan_collector(problem), op_(problem.text("op")) {
  add_output("output", results * ops::result_bytes(op_, type()));
}

bool operator_plan::is_commutative() const { return ops::is_commutative(op_); }

std::string operator_plan::op_spelling() const { return ops::spelling(op_, type()); }

std::string operator_plan::value_spelling() const { return ops::value_spelling(op_, type()); }

std::size_t operator_plan::value_bytes() const { return ops::value_bytes(op_, type()); }

std::size_t operator_plan::scratch(std::string name, std::uint64_t count) {
  return scratch_bytes(std::move(name), count * value_bytes());
}

std::string operator_plan::held_by(std::size_t index) const {
  const buffer_role role = buffer(index).role;
  const bool pair = ops::result_bytes(op_, type()) != size_bytes(type());
  if (role == buffer_role::input || (role == buffer_role::output && !pair))
    return std::string(cuda_spelling(type()));
  return value_spelling();
}

launch_step& operator_plan::launch(const operator_kernel& kernel, std::uint64_t grid,
                                   std::uint32_t block, std::size_t from, std::size_t to,
                                   std::uint64_t count, std::vector<kernel_argument> more) {
  std::vector<kernel_argument> passed = {begin_of(from), begin_of(to),
                                         scalar_argument::of(std::uint64_t{count})};
  passed.insert(passed.end(), more.begin(), more.end());
  return launch_instance(
      kernel.with({.In = held_by(from), .Out = held_by(to), .Op = op_spelling()}), grid, block,
      std::move(passed));
}

void operator_plan::fill_identity(std::size_t buffer, std::uint64_t count) {
  const auto pattern = ops::dispatch_over(
      op_, type(), []<class Op>(Op) { return scalar_argument::of(Op::identity()); });
  fill({buffer}, pattern, count);
}

}  // namespace warpmark
