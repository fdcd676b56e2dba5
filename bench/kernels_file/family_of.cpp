#include "bench/kernels_file/family_of.hpp"

#include <fmt/format.h>

#include "bench/kernels_file/buffer_sizes.hpp"
#include "bench/kernels_file/instance.hpp"
#include "bench/kernels_file/launch_sizes.hpp"
#include "bench/kernels_file/plan_of.hpp"

namespace warpmark::kernels_file {
namespace {

using shared_description = std::shared_ptr<const description>;

// The default of compulsory bytes: inputs once, outputs once.
std::uint64_t bytes_of_buffers(const description& description, const name_values& names) {
  std::uint64_t sum = 0;
  for (const auto& buffer : description.buffers)
    if (buffer.use != buffer_use::bound)
      sum += bytes_of(buffer, names) * (buffer.use == buffer_use::inout ? 2 : 1);
  return sum;
}

std::uint64_t output_elements(const description& description, const name_values& names) {
  std::uint64_t sum = 0;
  for (const auto& buffer : description.buffers)
    if (buffer.use == buffer_use::out || buffer.use == buffer_use::inout)
      sum += buffer.length.count(names);
  return sum;
}

std::string size_error(const description& description, const buffer_description& buffer,
                       const std::string& file, const name_values& names) {
  const auto definition = definition_of(buffer, names);
  const std::uint64_t required = definition.count() * definition.type.lanes;
  const std::uint64_t present = description.arrays.at(file).count;
  if (present == required) return "";
  return fmt::format("{} has {} elements, and '{}' {}", file, present, buffer.name, required);
}

// Why a problem is invalid: a constraint of the family, a file of another size, or no reference for
// it.
std::string problem_error(const description& description, const problem& problem) {
  const name_values names{.problem = &problem};
  for (const auto& rule : description.constraints)
    if (!rule.holds.holds(names)) return rule.reason;
  for (const auto& buffer : description.buffers) {
    std::string error;
    if (buffer.init && buffer.init->text().starts_with("@"))
      error = size_error(description, buffer, buffer.init->text().substr(1), names);
    if (error.empty() && buffer.expected)
      error = size_error(description, buffer, *buffer.expected, names);
    if (!error.empty()) return error;
  }
  if (description.reference.empty()) return "";
  const variant_description& reference = *description.find_variant(description.reference);
  const config config = base_config(reference);
  const device_limits limits;
  for (const auto& rule : reference.constraints)
    if (!rule.holds.holds({&problem, &config, &limits}))
      return fmt::format("the reference {} does not support it: {}", reference.name, rule.reason);
  return "";
}

// Files are the same for each seed.
bool inputs_vary(const description& description) {
  bool any_input = false;
  for (const auto& buffer : description.buffers) {
    if (buffer.expected) return false;
    any_input = any_input || (buffer.init && !buffer.init->text().starts_with("@"));
  }
  return any_input;
}

cost_formulas costs_of(const description& description) {
  return {.bytes = description.bytes ? description.bytes->text() : "inputs and outputs, once each",
          .operations =
              description.operations ? description.operations->text() : "elements of the outputs",
          .synchronisation = "not stated"};
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

variant variant_of(const shared_description& description,
                   const variant_description& variant_description, int level) {
  variant result{
      .family = description->name,
      .name = variant_description.name,
      .level = level,
      .catalogue_id = "",
      .title = variant_description.title,
      .summary = variant_description.summary,
      .source = variant_description.source.empty() ? description->path : variant_description.source,
      .types = types_of(*description),
      .operators = {},
      .axes = variant_description.axes,
      .costs = costs_of(*description),
      .reproducible = variant_description.deterministic,
      .plan = [description, &variant_description](const problem& problem, const config& config,
                                                  const device_limits& limits) {
        return plan_of(*description, variant_description, problem, config, limits);
      }};
  for (const auto& rule : variant_description.constraints)
    result.constraints.push_back(
        {rule.reason, [description, &rule](const problem& problem, const config& config,
                                           const device_limits& limits) {
           return rule.holds.holds({&problem, &config, &limits});
         }});
  for (auto& rule : device_rules(description, variant_description))
    result.constraints.push_back(std::move(rule));
  return result;
}

}  // namespace

family family_of(const shared_description& description) {
  family result{
      .name = description->name,
      .summary = description->title,
      .axes = description->axes,
      .instance = [description](
                      const problem& problem,
                      std::uint64_t seed) { return instance_of(*description, problem, seed); },
      .problem_error =
          [description](const problem& problem) { return problem_error(*description, problem); },
      .compulsory_bytes =
          [description](const problem& problem) {
            const name_values names{.problem = &problem};
            return description->bytes ? description->bytes->count(names)
                                      : bytes_of_buffers(*description, names);
          },
      .operations =
          [description](const problem& problem) {
            const name_values names{.problem = &problem};
            return description->operations ? description->operations->count(names)
                                           : output_elements(*description, names);
          },
      .traffic = description->traffic,
      .inputs_vary = inputs_vary(*description),
      .unverified = description->unverified};
  if (!description->reference.empty())
    result.reference = [description, reference = description->find_variant(description->reference)](
                           const problem& problem, const device_limits& limits) {
      return plan_of(*description, *reference, problem, base_config(*reference), limits);
    };
  return result;
}

std::vector<variant> variants_of(const shared_description& description) {
  std::vector<variant> result;
  for (const auto& variant : description->variants)
    result.push_back(variant_of(description, variant, static_cast<int>(result.size()) + 1));
  return result;
}

}  // namespace warpmark::kernels_file
