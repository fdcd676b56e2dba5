#include "bench/kernels_file/family_of.hpp"

#include <fmt/format.h>

#include "bench/kernels_file/buffer_sizes.hpp"
#include "bench/kernels_file/instance.hpp"
#include "bench/kernels_file/launch_sizes.hpp"
#include "bench/kernels_file/plan_of.hpp"

namespace warpmark::kernels_file {
namespace {

using shared_description = std::shared_ptr<const description>;

// What must go through memory if nothing is told: inputs once, outputs once.
std::uint64_t bytes_of_buffers(const description& what, const name_values& names) {
  std::uint64_t sum = 0;
  for (const auto& each : what.buffers)
    sum += bytes_of(each, names) * (each.use == buffer_use::inout ? 2 : 1);
  return sum;
}

std::uint64_t output_elements(const description& what, const name_values& names) {
  std::uint64_t sum = 0;
  for (const auto& each : what.buffers)
    if (each.use != buffer_use::in) sum += each.length.count(names);
  return sum;
}

std::string size_objection(const description& what, const buffer_description& buffer,
                           const std::string& file, const name_values& names) {
  const auto definition = definition_of(buffer, names);
  const std::uint64_t wanted = definition.count() * definition.type.lanes;
  const std::uint64_t present = what.arrays.at(file).count;
  if (present == wanted) return "";
  return fmt::format("{} has {} elements, and '{}' {}", file, present, buffer.name, wanted);
}

// Why a problem is none: a rule of the family, a file of another size, or no reference for it.
std::string objection_to(const description& what, const problem& asked) {
  const name_values names{.asked = &asked};
  for (const auto& rule : what.constraints)
    if (!rule.holds.holds(names)) return rule.reason;
  for (const auto& each : what.buffers) {
    std::string objection;
    if (each.init && each.init->text().starts_with("@"))
      objection = size_objection(what, each, each.init->text().substr(1), names);
    if (objection.empty() && each.expected)
      objection = size_objection(what, each, *each.expected, names);
    if (!objection.empty()) return objection;
  }
  if (what.reference.empty()) return "";
  const variant_description& reference = *what.find_variant(what.reference);
  const config how = base_config(reference);
  const device_limits limits;
  for (const auto& rule : reference.constraints)
    if (!rule.holds.holds({&asked, &how, &limits}))
      return fmt::format("the reference {} has no answer: {}", reference.name, rule.reason);
  return "";
}

cost_formulas costs_of(const description& what) {
  return {.bytes = what.bytes ? what.bytes->text() : "inputs and outputs, once each",
          .operations = what.operations ? what.operations->text() : "elements of the outputs",
          .synchronisation = "not told"};
}

std::vector<element_type> types_of(const description& what) {
  for (const auto& along : what.axes) {
    if (along.name != "type") continue;
    std::vector<element_type> types;
    for (const auto& value : along.values) types.push_back(*parse_element_type(to_text(value)));
    return types;
  }
  return all_element_types();
}

variant variant_of(const shared_description& what, const variant_description& of, int rung) {
  variant result{
      .family = what->name,
      .name = of.name,
      .rung = rung,
      .catalogue_id = "",
      .title = of.title,
      .summary = of.summary,
      .source = of.source.empty() ? what->path : of.source,
      .types = types_of(*what),
      .operators = {},
      .axes = of.axes,
      .costs = costs_of(*what),
      .plan = [what, &of](const problem& asked, const config& how, const device_limits& limits) {
        return plan_of(*what, of, asked, how, limits);
      }};
  for (const auto& rule : of.constraints)
    result.constraints.push_back(
        {rule.reason,
         [what, &rule](const problem& asked, const config& how, const device_limits& limits) {
           return rule.holds.holds({&asked, &how, &limits});
         }});
  for (auto& rule : device_rules(what, of)) result.constraints.push_back(std::move(rule));
  return result;
}

}  // namespace

family family_of(const shared_description& what) {
  family result{.name = what->name,
                .summary = what->title,
                .axes = what->axes,
                .instance = [what](const problem& asked,
                                   std::uint64_t seed) { return instance_of(*what, asked, seed); },
                .objection = [what](const problem& asked) { return objection_to(*what, asked); },
                .compulsory_bytes =
                    [what](const problem& asked) {
                      const name_values names{.asked = &asked};
                      return what->bytes ? what->bytes->count(names)
                                         : bytes_of_buffers(*what, names);
                    },
                .operations =
                    [what](const problem& asked) {
                      const name_values names{.asked = &asked};
                      return what->operations ? what->operations->count(names)
                                              : output_elements(*what, names);
                    },
                .traffic = what->traffic,
                .unverified = what->unverified};
  if (!what->reference.empty())
    result.reference = [what, of = what->find_variant(what->reference)](
                           const problem& asked, const device_limits& limits) {
      return plan_of(*what, *of, asked, base_config(*of), limits);
    };
  return result;
}

std::vector<variant> variants_of(const shared_description& what) {
  std::vector<variant> result;
  for (const auto& each : what->variants)
    result.push_back(variant_of(what, each, static_cast<int>(result.size()) + 1));
  return result;
}

}  // namespace warpmark::kernels_file
