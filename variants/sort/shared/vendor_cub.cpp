#include "variants/sort/shared/vendor_cub.hpp"

#include "variants/contract/keyed_plan.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::sort {

launch_plan plan_of_cub(const vendor::installed_cub& cub, const problem& problem,
                        const std::string& method, std::size_t operations) {
  keyed_plan plan(problem);
  const bool pairs = plan.has_payload();
  std::vector<buffer_argument> buffers = {plan.input_argument(), {plan.to().keys}};
  if (pairs) buffers.insert(buffers.end(), {{plan.from().payload}, {plan.to().payload}});
  const auto sort = [problem, method, &cub] {
    return vendor::found(
        cub, cub.library().sort(method, problem.text("type"), problem.text("payload")), "sort");
  };
  vendor::add_cub_step(
      plan, cub,
      {.name = "cub::Device" + std::string(method == "merge" ? "Merge" : "Radix") + "Sort",
       .buffers = std::move(buffers),
       .call =
           [sort, pairs, n = plan.n()](const vendor::cub_context& with) {
             const auto address = [&](std::size_t i) { return with.buffers[i].address; };
             return sort()(with.temporary, with.temporary_bytes, address(0), address(1),
                           pairs ? address(2) : nullptr, pairs ? address(3) : nullptr, n,
                           with.stream);
           },
       .operations = operations});
  return plan.take();
}

}  // namespace warpmark::sort
