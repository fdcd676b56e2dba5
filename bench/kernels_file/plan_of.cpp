#include "bench/kernels_file/plan_of.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "base/number.hpp"
#include "base/toml_reader.hpp"
#include "base/usage_error.hpp"
#include "bench/inspect/source.hpp"
#include "bench/kernels_file/buffer_sizes.hpp"
#include "bench/kernels_file/launch_sizes.hpp"
#include "bench/kernels_file/option_list.hpp"

namespace warpmark::kernels_file {
namespace {

extent3 extent_of(const std::vector<std::uint64_t>& sizes) {
  const auto at = [&](std::size_t i) {
    return i < sizes.size() ? static_cast<std::uint32_t>(sizes[i]) : 1u;
  };
  return {at(0), at(1), at(2)};
}

scalar_argument scalar_of(const value_argument& argument, const name_values& names) {
  const auto type = type_of(argument.type, names);
  const std::string& where = argument.type.where();
  if (type.lanes != 1)
    throw usage_error(
        fmt::format("{}: a value of type {}: expected one element", where, inspect::name(type)));
  inspect::number value;
  inspect::in_place(where, [&] {
    if (!argument.value || (is_floating(type.kind) && !argument.literal.empty()))
      value = inspect::parse_number(type.kind, argument.literal);
    else if (is_floating(type.kind))
      value.real = static_cast<double>(argument.value->integer(names));
    else
      value = inspect::parse_number(type.kind, std::to_string(argument.value->integer(names)));
  });
  scalar_argument result;
  result.size_bytes = inspect::size_bytes(type.kind);
  inspect::encode(type.kind, value, result.bytes.data());
  return result;
}

// Checks for a description from an untrusted author.
void require_harmless(const inspect::compile_settings& settings, const launch_description& launch) {
  for (const auto& option : settings.options)
    if (const auto error = option_error(option); !error.empty())
      throw usage_error(fmt::format("{}: options: '{}': {}", launch.where, option, error));
}

// The compiler would treat further lines of an entry as code, including directives.
std::string one_line(std::string text, const std::string& where) {
  const auto is_control = [](unsigned char character) { return character < 0x20; };
  if (std::any_of(text.begin(), text.end(), is_control))
    throw usage_error(fmt::format("{}: control character; expected one line", where));
  return text;
}

class planner {
 public:
  planner(const description& description, const variant_description& variant_description,
          const name_values& names)
      : description_(description), variant_(variant_description), names_(names) {}

  launch_plan plan() {
    for (const auto& buffer : description_.buffers)
      if (buffer.use != buffer_use::bound || variant_.name == description_.reference) add(buffer);
    for (const auto& item : variant_.buffers) add(item);
    for (const auto& step : variant_.steps)
      std::visit([this](const auto& item) { add_step(item); }, step);
    plan_.inputs_are_checked = true;
    return std::move(plan_);
  }

 private:
  void add(const buffer_description& buffer_description) {
    const auto size = static_cast<std::size_t>(bytes_of(buffer_description, names_));
    const auto put = [&](buffer_role role) {
      plan_.buffers.push_back({buffer_description.name, role, size});
      return plan_.buffers.size() - 1;
    };
    switch (buffer_description.use) {
      case buffer_use::in:
        index_[buffer_description.name] = put(buffer_role::input);
        break;
      case buffer_use::bound:
      case buffer_use::out:
        index_[buffer_description.name] = put(buffer_role::output);
        break;
      case buffer_use::inout: {
        const std::size_t input = put(buffer_role::input);
        index_[buffer_description.name] = put(buffer_role::output);
        plan_.restore.emplace_back(copy_step{{index_[buffer_description.name]}, {input}, size});
        break;
      }
      case buffer_use::scratch:
        index_[buffer_description.name] = put(buffer_role::scratch);
        break;
      case buffer_use::state:
        index_[buffer_description.name] = put(buffer_role::state);
        break;
    }
  }

  buffer_argument address_of(const address_argument& argument) const {
    buffer_argument result{index_.at(argument.buffer)};
    if (!argument.first_element) return result;
    const auto& buffer = *description_.find_buffer(variant_, argument.buffer);
    const std::uint64_t first = argument.first_element->count(names_);
    const std::uint64_t elements = buffer.length.count(names_);
    if (first > elements)
      throw usage_error(fmt::format("{}: element {} of '{}', which has {}",
                                    argument.first_element->where(), first, argument.buffer,
                                    elements));
    result.offset_bytes = first * size_bytes(type_of(buffer.type, names_));
    return result;
  }

  kernel_argument argument_of(const argument_description& argument) const {
    if (const auto* value = std::get_if<value_argument>(&argument.what))
      return scalar_of(*value, names_);
    const auto& address = std::get<address_argument>(argument.what);
    if (address.buffer.empty()) return scalar_argument::of(std::uint64_t{0});
    return address_of(address);
  }

  std::size_t kernel_of(const launch_description& launch) {
    inspect::compile_settings settings = launch.settings;
    settings.defines.clear();
    for (const auto& define : launch.defines)
      settings.defines.push_back(define.rendered(names_, spelling::cuda));
    settings.options = options_of(launch, names_);
    if (description_.tree.is_closed() || launch.is_untrusted) require_harmless(settings, launch);
    const std::shared_ptr<const outside_source>& source = launch.source.at(names_);
    kernel_instance kernel{
        .file = source->name,
        .expression = one_line(launch.entry.rendered(names_, spelling::cuda), launch.entry.where()),
        .outside = source,
        .options = inspect::compiler_options(settings, {source->name, {}, source->text})};
    for (const auto& [variable, buffer] : launch.variables)
      kernel.variables.push_back(one_line(variable, launch.where));
    const auto found = std::find(plan_.kernels.begin(), plan_.kernels.end(), kernel);
    if (found != plan_.kernels.end())
      return static_cast<std::size_t>(found - plan_.kernels.begin());
    plan_.kernels.push_back(std::move(kernel));
    const std::size_t index = plan_.kernels.size() - 1;
    for (const auto& [variable, buffer] : launch.variables)
      plan_.variables.push_back({index, variable, index_.at(buffer)});
    return index;
  }

  void add_step(const launch_description& launch) {
    const launch_sizes sizes = sizes_of(launch, names_);
    launch_step step{.kernel = kernel_of(launch), .shape = {}, .arguments = {}};
    step.shape.grid = extent_of(sizes.grid);
    step.shape.block = extent_of(sizes.block);
    step.shape.cluster = extent_of(sizes.cluster);
    step.shape.dynamic_shared_bytes = sizes.shared_bytes;
    step.shape.cooperative = launch.cooperative;
    step.shape.programmatic = launch.programmatic;
    for (const auto& argument : launch.arguments) step.arguments.push_back(argument_of(argument));
    plan_.steps.emplace_back(std::move(step));
  }

  // Elements of one or two bytes are filled as words of several elements.
  void add_step(const fill_description& fill) {
    scalar_argument pattern = scalar_of(fill.value, names_);
    for (; pattern.size_bytes < 4; pattern.size_bytes *= 2)
      std::memcpy(pattern.bytes.data() + pattern.size_bytes, pattern.bytes.data(),
                  pattern.size_bytes);
    const std::size_t target = index_.at(fill.buffer);
    const std::size_t count = plan_.buffers[target].size_bytes / pattern.size_bytes;
    plan_.steps.emplace_back(fill_step{{target}, pattern, count});
  }

  void add_step(const copy_description& copy) {
    const std::size_t from = index_.at(copy.from), to = index_.at(copy.to);
    if (plan_.buffers[from].size_bytes != plan_.buffers[to].size_bytes)
      throw usage_error(fmt::format("{}: '{}' has {} bytes, '{}' {}; expected equal sizes",
                                    copy.where, copy.from, plan_.buffers[from].size_bytes, copy.to,
                                    plan_.buffers[to].size_bytes));
    plan_.steps.emplace_back(copy_step{{to}, {from}, plan_.buffers[to].size_bytes});
  }

  const description& description_;
  const variant_description& variant_;
  const name_values& names_;
  std::map<std::string, std::size_t> index_;
  launch_plan plan_;
};

}  // namespace

launch_plan plan_of(const description& description, const variant_description& variant_description,
                    const problem& problem, const config& config, const device_limits& limits) {
  const name_values names{&problem, &config, &limits};
  return planner(description, variant_description, names).plan();
}

problem base_problem(const description& description) {
  problem problem;
  for (const auto& along : description.axes) problem.set(along.name, along.base);
  return problem;
}

config base_config(const variant_description& variant_description) {
  config config;
  for (const auto& along : variant_description.axes) config.set(along.name, along.base);
  return config;
}

}  // namespace warpmark::kernels_file
