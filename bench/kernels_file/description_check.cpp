#include "bench/kernels_file/description_check.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/npy_file.hpp"
#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/kernels_file/buffer_sizes.hpp"
#include "bench/kernels_file/launch_sizes.hpp"
#include "bench/kernels_file/plan_of.hpp"

namespace warpmark::kernels_file {
namespace {

using name_list = std::vector<std::string>;

[[noreturn]] void refuse(const std::string& where, const std::string& why) {
  throw usage_error(fmt::format("{}: {}", where, why));
}

void need_known(const expression& expression, const name_list& known) {
  for (const auto& name : expression.names())
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuse_expression(expression.where(), expression.text(), expression.text().find(name),
                        fmt::format("no name '{}'{}", name, did_you_mean(name, known)));
}

void need_known(const template_text& template_text, const name_list& known) {
  for (const auto* expression : template_text.expressions()) need_known(*expression, known);
}

template <class List>
void need_all_known(const List& list, const name_list& known) {
  for (const auto& item : list) need_known(item, known);
}

void need_known(const buffer_description& buffer_description, const name_list& known) {
  need_known(buffer_description.type, known);
  need_known(buffer_description.length, known);
  if (buffer_description.depth) need_known(*buffer_description.depth, known);
  if (!buffer_description.init) return;
  need_known(*buffer_description.init, known);
  if (buffer_description.init->text().starts_with("@") &&
      !buffer_description.init->expressions().empty())
    refuse(buffer_description.init->where(), "expected a file name without placeholders");
}

name_list names_of(const std::vector<axis>& axes) {
  name_list result;
  for (const auto& axis : axes) result.push_back(axis.name);
  return result;
}

// Problems that differ from the base in one axis.
std::vector<problem> probes_of(const description& description) {
  const problem base = base_problem(description);
  std::vector<problem> result = {base};
  for (const auto& along : description.axes)
    for (const auto& value : along.values)
      if (!along.is_integer()) (result.emplace_back(base)).set(along.name, value);
  return result;
}

class variant_check {
 public:
  variant_check(const description& description, const variant_description& variant_description,
                name_list known)
      : description_(description), variant_(variant_description), known_(std::move(known)) {}

  void names() {
    for (const auto& rule : variant_.constraints) need_known(rule.holds, known_);
    for (const auto& buffer : variant_.buffers) {
      need_known(buffer, known_);
      for (const auto& other : description_.buffers)
        if (other.name == buffer.name)
          refuse(buffer.where, fmt::format("duplicate of [buffer.{}]", buffer.name));
    }
    for (const auto& step : variant_.steps)
      std::visit([this](const auto& item) { step_names(item); }, step);
    for (const auto& item : description_.buffers)
      if ((item.use == buffer_use::out || item.use == buffer_use::inout ||
           (item.use == buffer_use::bound && variant_.name == description_.reference)) &&
          !touched_.contains(item.name))
        refuse(variant_.where, fmt::format("no step of '{}' uses the output '{}'; expected "
                                           "\"@{}\" among its args",
                                           variant_.name, item.name, item.name));
  }

 private:
  const buffer_description& buffer(const std::string& where, const std::string& name) {
    if (const auto* found = description_.find_buffer(variant_, name)) {
      if (found->use == buffer_use::bound && variant_.name != description_.reference)
        refuse(where, fmt::format("'{}' is a bound, which only the reference writes", name));
      touched_.insert(name);
      return *found;
    }
    name_list names;
    for (const auto* list : {&description_.buffers, &variant_.buffers})
      for (const auto& item : *list) names.push_back(item.name);
    refuse(where, fmt::format("no buffer '{}'{}", name, did_you_mean(name, names)));
  }

  void written(const std::string& where, const std::string& name) {
    if (buffer(where, name).use == buffer_use::in)
      refuse(where, fmt::format("'{}' is an input; expected role = \"inout\"", name));
  }

  void value_names(const value_argument& value) {
    need_known(value.type, known_);
    if (value.value) need_known(*value.value, known_);
  }

  void step_names(const launch_description& launch) {
    need_known(launch.entry, known_);
    need_all_known(launch.defines, known_);
    need_all_known(launch.options, known_);
    need_all_known(launch.grid, known_);
    need_all_known(launch.block, known_);
    need_all_known(launch.cluster, known_);
    if (launch.shared_bytes) need_known(*launch.shared_bytes, known_);
    for (const auto& argument : launch.arguments) {
      if (const auto* value = std::get_if<value_argument>(&argument.what)) {
        value_names(*value);
        continue;
      }
      const auto& address = std::get<address_argument>(argument.what);
      if (!address.buffer.empty()) buffer(argument.where, address.buffer);
      if (address.first_element) need_known(*address.first_element, known_);
    }
    for (const auto& [variable, name] : launch.variables)
      if (buffer(launch.where, name).use != buffer_use::in)
        refuse(launch.where, fmt::format("constants: '{}' is not a buffer of role \"in\"", name));
  }

  void step_names(const fill_description& fill) {
    written(fill.where, fill.buffer);
    value_names(fill.value);
  }

  void step_names(const copy_description& copy) {
    buffer(copy.where, copy.from);
    written(copy.where, copy.to);
    if (copy.from == copy.to) refuse(copy.where, "a buffer is copied to itself");
  }

  const description& description_;
  const variant_description& variant_;
  name_list known_;
  std::set<std::string> touched_;
};

void check_axis_names(const description& description) {
  const name_list names = names_of(description.axes);
  for (const auto& variant : description.variants)
    for (const auto& along : variant.axes)
      if (std::find(names.begin(), names.end(), along.name) != names.end())
        refuse(
            variant.where,
            fmt::format("axis '{}' is also a problem axis; expected different names", along.name));
}

// Tuning and figures use it as the size.
void check_size_axis(const description& description) {
  const auto found = std::find_if(description.axes.begin(), description.axes.end(),
                                  [](const axis& axis) { return axis.name == "n"; });
  if (found == description.axes.end() || !found->is_integer())
    refuse(description.path,
           "[problem] has no numeric axis 'n'; expected the size for figures, e.g. "
           "n = \"2^20..2^24\"");
}

bool is_result(const buffer_description& buffer) {
  return buffer.use == buffer_use::out || buffer.use == buffer_use::inout;
}

// The magnitudes of an output's error bound come from the reference, element by element.
void check_bounds(const description& description) {
  for (const auto& buffer : description.buffers) {
    if (buffer.use == buffer_use::bound && description.reference.empty())
      refuse(buffer.where, "a bound is written by the reference, and there is none");
    if (!buffer.depth) continue;
    const auto found = std::find_if(
        description.buffers.begin(), description.buffers.end(), [&](const auto& other) {
          return other.name == buffer.magnitude && other.use == buffer_use::bound;
        });
    if (found == description.buffers.end())
      refuse(buffer.where, fmt::format("magnitude: no buffer '{}' of role \"bound\"; expected one",
                                       buffer.magnitude));
    if (found->length.text() != buffer.length.text() || found->type.text() != buffer.type.text())
      refuse(buffer.where, fmt::format("magnitude: '{}' has {} elements of type {}; expected {} of "
                                       "{}, as the output",
                                       found->name, found->length.text(), found->type.text(),
                                       buffer.length.text(), buffer.type.text()));
  }
}

void check_reference(const description& description) {
  const bool any_output =
      std::any_of(description.buffers.begin(), description.buffers.end(), is_result);
  if (!any_output)
    refuse(description.path, "no buffer has role \"out\" or \"inout\": nothing is computed");
  name_list names;
  for (const auto& variant : description.variants) names.push_back(variant.name);
  const std::string& where = description.reference_where;
  if (!description.reference.empty() && description.find_variant(description.reference) == nullptr)
    refuse(where, fmt::format("no variant '{}'{}", description.reference,
                              did_you_mean(description.reference, names)));
  const bool any_compared = std::any_of(description.buffers.begin(), description.buffers.end(),
                                        [](const auto& b) { return is_result(b) && b.compared; });
  if (!any_compared && !description.unverified)
    refuse(where, "no output is compared; expected reference = \"none\"");
  for (const auto& buffer : description.buffers) {
    if (!is_result(buffer) || !buffer.compared) continue;
    if (buffer.expected && (description.unverified || !description.reference.empty()))
      refuse(buffer.where, "both 'expected' and a reference are given; expected one of them");
    if (!buffer.expected && !description.unverified && description.reference.empty())
      refuse(where, fmt::format("'{}' has no reference; expected the name of a "
                                "variant, e.g. \"{}\", expected = \"x.npy\" for each output, or "
                                "\"none\" to measure without verification",
                                buffer.name, names.front()));
  }
}

void check_types(const description& description) {
  for (const auto& problem : probes_of(description))
    for (const auto& buffer : description.buffers) {
      const name_values names{.problem = &problem};
      const auto type = definition_of(buffer, names).type;
      if (!buffer.expected) continue;
      const auto& array = description.arrays.at(*buffer.expected);
      if (const auto expected = inspect::npy_descriptor(type.kind); array.descriptor != expected)
        refuse(buffer.where,
               fmt::format("expected: {} has elements '{}', but {} are '{}'", *buffer.expected,
                           array.descriptor, inspect::name(type), expected));
    }
}

// Evaluates all expressions at the base, to report errors now and not during a sweep.
void check_base(const description& description, const variant_description& variant_description) {
  const problem problem = base_problem(description);
  const config config = base_config(variant_description);
  const device_limits limits;
  const name_values names{&problem, &config, &limits};
  const auto rule_out = [&](const std::string& reason) {
    refuse(variant_description.where,
           fmt::format("the base [{}][{}] is excluded: {}; expected another base",
                       problem.canonical(), config.canonical(), reason));
  };
  for (const auto& rule : variant_description.constraints)
    if (!rule.holds.holds(names)) rule_out(rule.reason);
  // The rules do not outlive this call, so they need not own the description.
  const std::shared_ptr<const kernels_file::description> unowned(std::shared_ptr<void>(),
                                                                 &description);
  for (const auto& rule : device_rules(unowned, variant_description))
    if (!rule.holds(problem, config, limits)) rule_out(rule.reason);
  plan_of(description, variant_description, problem, config, limits);
}

}  // namespace

void check(const description& description) {
  check_axis_names(description);
  check_size_axis(description);
  const name_list of_problems = names_of(description.axes);
  for (const auto& buffer : description.buffers) need_known(buffer, of_problems);
  for (const auto& rule : description.constraints) need_known(rule.holds, of_problems);
  for (const auto* item : {&description.bytes, &description.operations})
    if (item->has_value()) need_known(**item, of_problems);
  check_reference(description);
  check_bounds(description);
  check_types(description);
  for (const auto& variant : description.variants) {
    name_list known = names_of(variant.axes);
    known.insert(known.end(), of_problems.begin(), of_problems.end());
    known.insert(known.end(), limit_names().begin(), limit_names().end());
    variant_check(description, variant, std::move(known)).names();
    check_base(description, variant);
  }
}

}  // namespace warpmark::kernels_file
