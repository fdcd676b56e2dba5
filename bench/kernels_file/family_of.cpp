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
std::uint64_t bytes_of_buffers(const description& description, const name_values& names) {
  std::uint64_t sum = 0;
  for (const auto& each : description.buffers)
    sum += bytes_of(each, names) * (each.use == buffer_use::inout ? 2 : 1);
  return sum;
}

std::uint64_t output_elements(const description& description, const name_values& names) {
  std::uint64_t sum = 0;
  for (const auto& each : description.buffers)
    if (each.use != buffer_use::in) sum += each.length.count(names);
  return sum;
}

std::string size_error(const description& description, const buffer_description& buffer,
                       const std::string& file, const name_values& names) {
  const auto definition = definition_of(buffer, names);
  const std::uint64_t wanted = definition.count() * definition.type.lanes;
  const std::uint64_t present = description.arrays.at(file).count;
  if (present == wanted) return "";
  return fmt::format("{} has {} elements, and '{}' {}", file, present, buffer.name, wanted);
}

// Why a problem is none: a rule of the family, a file of another size, or no reference for it.
std::string problem_error(const description& description, const problem& problem) {
  const name_values names{.problem = &problem};
  for (const auto& rule : description.constraints)
    if (!rule.holds.holds(names)) return rule.reason;
  for (const auto& each : description.buffers) {
    std::string error;
    if (each.init && each.init->text().starts_with("@"))
      error = size_error(description, each, each.init->text().substr(1), names);
    if (error.empty() && each.expected)
      error = size_error(description, each, *each.expected, names);
    if (!error.empty()) return error;
  }
  if (description.reference.empty()) return "";
  const variant_description& reference = *description.find_variant(description.reference);
  const config config = base_config(reference);
  const device_limits limits;
  for (const auto& rule : reference.constraints)
    if (!rule.holds.holds({&problem, &config, &limits}))
      return fmt::format("the reference {} has no answer: {}", reference.name, rule.reason);
  return "";
}

cost_formulas costs_of(const description& description) {
  return {.bytes = description.bytes ? description.bytes->text() : "inputs and outputs, once each",
          .operations =
              description.operations ? description.operations->text() : "elements of the outputs",
          .synchronisation = "not told"};
}

std::vector<element_type> types_of(const description& description) {
  for (const auto& along : description.axes) {
    if (along.name != "type") continue;
    std::vector<element_type> types;
    for (const auto& value : along.values) types.push_back(*parse_element_type(to_text(value)));
    return types;
  }
  return all_element_types();
}

variant variant_of(const shared_description& what, const variant_description& variant_description,
                   int level) {
  variant result{
      .family = what->name,
      .name = variant_description.name,
      .level = level,
      .catalogue_id = "",
      .title = variant_description.title,
      .summary = variant_description.summary,
      .source = variant_description.source.empty() ? what->path : variant_description.source,
      .types = types_of(*what),
      .operators = {},
      .axes = variant_description.axes,
      .costs = costs_of(*what),
      .plan = [what, &variant_description](const problem& problem, const config& config,
                                           const device_limits& limits) {
        return plan_of(*what, variant_description, problem, config, limits);
      }};
  for (const auto& rule : variant_description.constraints)
    result.constraints.push_back(
        {rule.reason,
         [what, &rule](const problem& problem, const config& config, const device_limits& limits) {
           return rule.holds.holds({&problem, &config, &limits});
         }});
  for (auto& rule : device_rules(what, variant_description))
    result.constraints.push_back(std::move(rule));
  return result;
}

}  // namespace

family family_of(const shared_description& what) {
  family result{
      .name = what->name,
      .summary = what->title,
      .axes = what->axes,
      .instance = [what](const problem& problem,
                         std::uint64_t seed) { return instance_of(*what, problem, seed); },
      .problem_error = [what](const problem& problem) { return problem_error(*what, problem); },
      .compulsory_bytes =
          [what](const problem& problem) {
            const name_values names{.problem = &problem};
            return what->bytes ? what->bytes->count(names) : bytes_of_buffers(*what, names);
          },
      .operations =
          [what](const problem& problem) {
            const name_values names{.problem = &problem};
            return what->operations ? what->operations->count(names)
                                    : output_elements(*what, names);
          },
      .traffic = what->traffic,
      .unverified = what->unverified};
  if (!what->reference.empty())
    result.reference = [what, of = what->find_variant(what->reference)](
                           const problem& problem, const device_limits& limits) {
      return plan_of(*what, *of, problem, base_config(*of), limits);
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
