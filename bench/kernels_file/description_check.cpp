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

void need_known(const expression& of, const name_list& known) {
  for (const auto& name : of.names())
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuse_expression(of.where(), of.text(), of.text().find(name),
                        fmt::format("no name '{}'{}", name, did_you_mean(name, known)));
}

void need_known(const template_text& of, const name_list& known) {
  for (const auto* each : of.expressions()) need_known(*each, known);
}

template <class List>
void need_all_known(const List& list, const name_list& known) {
  for (const auto& each : list) need_known(each, known);
}

void need_known(const buffer_description& of, const name_list& known) {
  need_known(of.type, known);
  need_known(of.length, known);
  if (!of.init) return;
  need_known(*of.init, known);
  if (of.init->text().starts_with("@") && !of.init->expressions().empty())
    refuse(of.init->where(), "a file's name has no placeholders");
}

name_list names_of(const std::vector<axis>& axes) {
  name_list result;
  for (const auto& each : axes) result.push_back(each.name);
  return result;
}

// Problems whose types and sizes differ from the base's, each in one axis.
std::vector<problem> probes_of(const description& what) {
  const problem base = base_problem(what);
  std::vector<problem> result = {base};
  for (const auto& along : what.axes)
    for (const auto& value : along.values)
      if (!along.is_integer()) (result.emplace_back(base)).set(along.name, value);
  return result;
}

class variant_check {
 public:
  variant_check(const description& what, const variant_description& of, name_list known)
      : what_(what), of_(of), known_(std::move(known)) {}

  void names() {
    for (const auto& rule : of_.constraints) need_known(rule.holds, known_);
    for (const auto& each : of_.buffers) {
      need_known(each, known_);
      for (const auto& other : what_.buffers)
        if (other.name == each.name)
          refuse(each.where, fmt::format("there is a [buffer.{}] already", each.name));
    }
    for (const auto& step : of_.steps)
      std::visit([this](const auto& each) { step_names(each); }, step);
    for (const auto& each : what_.buffers)
      if ((each.use == buffer_use::out || each.use == buffer_use::inout) &&
          !touched_.contains(each.name))
        refuse(of_.where, fmt::format("no step of '{}' takes the output '{}'; right would be "
                                      "\"@{}\" among its args",
                                      of_.name, each.name, each.name));
  }

 private:
  const buffer_description& buffer(const std::string& where, const std::string& name) {
    if (const auto* found = what_.find_buffer(of_, name)) {
      touched_.insert(name);
      return *found;
    }
    name_list names;
    for (const auto* list : {&what_.buffers, &of_.buffers})
      for (const auto& each : *list) names.push_back(each.name);
    refuse(where, fmt::format("no buffer '{}'{}", name, did_you_mean(name, names)));
  }

  void written(const std::string& where, const std::string& name) {
    if (buffer(where, name).use == buffer_use::in)
      refuse(where, fmt::format("'{}' is an input; right would be role = \"inout\"", name));
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
    for (const auto& each : launch.arguments) {
      if (const auto* value = std::get_if<value_argument>(&each.what)) {
        value_names(*value);
        continue;
      }
      const auto& address = std::get<address_argument>(each.what);
      if (!address.buffer.empty()) buffer(each.where, address.buffer);
      if (address.first_element) need_known(*address.first_element, known_);
    }
    for (const auto& [variable, name] : launch.variables)
      if (buffer(launch.where, name).use != buffer_use::in)
        refuse(launch.where, fmt::format("constants: '{}' is no buffer of role \"in\"", name));
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

  const description& what_;
  const variant_description& of_;
  name_list known_;
  std::set<std::string> touched_;
};

void check_axis_names(const description& what) {
  const name_list names = names_of(what.axes);
  for (const auto& each : what.variants)
    for (const auto& along : each.axes)
      if (std::find(names.begin(), names.end(), along.name) != names.end())
        refuse(each.where, fmt::format("axis '{}' is a problem axis, too; right would be two names",
                                       along.name));
}

// Tuning and figures are over it.
void check_size_axis(const description& what) {
  const auto found = std::find_if(what.axes.begin(), what.axes.end(),
                                  [](const axis& each) { return each.name == "n"; });
  if (found == what.axes.end() || !found->is_integer())
    refuse(what.path,
           "[problem] has no axis 'n' of numbers; right would be the size that figures show, e.g. "
           "n = \"2^20..2^24\"");
}

void check_reference(const description& what) {
  const bool any_output = std::any_of(what.buffers.begin(), what.buffers.end(), [](const auto& b) {
    return b.use == buffer_use::out || b.use == buffer_use::inout;
  });
  if (!any_output)
    refuse(what.path, "no buffer has role \"out\" or \"inout\": nothing is computed");
  name_list names;
  for (const auto& each : what.variants) names.push_back(each.name);
  const std::string& where = what.reference_where;
  if (!what.reference.empty() && what.find_variant(what.reference) == nullptr)
    refuse(where,
           fmt::format("no variant '{}'{}", what.reference, did_you_mean(what.reference, names)));
  for (const auto& each : what.buffers) {
    if (each.use == buffer_use::in) continue;
    if (each.expected && (what.unverified || !what.reference.empty()))
      refuse(each.where, "'expected' beside a reference; right would be one of them");
    if (!each.expected && !what.unverified && what.reference.empty())
      refuse(where, fmt::format("nothing says what is right in '{}'; right would be the name of a "
                                "variant, e.g. \"{}\", expected = \"x.npy\" for each output, or "
                                "\"none\" to measure what nobody has proved right",
                                each.name, names.front()));
  }
}

void check_types(const description& what) {
  for (const auto& asked : probes_of(what))
    for (const auto& each : what.buffers) {
      const name_values names{.asked = &asked};
      const auto type = definition_of(each, names).type;
      if (!each.expected) continue;
      const auto& array = what.arrays.at(*each.expected);
      if (const auto wanted = inspect::npy_descriptor(type.kind); array.descriptor != wanted)
        refuse(each.where,
               fmt::format("expected: {} has elements '{}', but {} are '{}'", *each.expected,
                           array.descriptor, inspect::name(type), wanted));
    }
}

// Whatever evaluates at the base should be found wrong now, not in the middle of a sweep.
void check_base(const description& what, const variant_description& of) {
  const problem asked = base_problem(what);
  const config how = base_config(of);
  const device_limits limits;
  const name_values names{&asked, &how, &limits};
  const auto rule_out = [&](const std::string& reason) {
    refuse(of.where, fmt::format("the base [{}][{}] is ruled out: {}; right would be another base",
                                 asked.canonical(), how.canonical(), reason));
  };
  for (const auto& rule : of.constraints)
    if (!rule.holds.holds(names)) rule_out(rule.reason);
  // The rules live no longer than this call, so they need not own what they are about.
  const std::shared_ptr<const description> unowned(std::shared_ptr<void>(), &what);
  for (const auto& rule : device_rules(unowned, of))
    if (!rule.holds(asked, how, limits)) rule_out(rule.reason);
  plan_of(what, of, asked, how, limits);
}

}  // namespace

void check(const description& what) {
  check_axis_names(what);
  check_size_axis(what);
  const name_list of_problems = names_of(what.axes);
  for (const auto& each : what.buffers) need_known(each, of_problems);
  for (const auto& rule : what.constraints) need_known(rule.holds, of_problems);
  for (const auto* each : {&what.bytes, &what.operations})
    if (each->has_value()) need_known(**each, of_problems);
  check_reference(what);
  check_types(what);
  for (const auto& each : what.variants) {
    name_list known = names_of(each.axes);
    known.insert(known.end(), of_problems.begin(), of_problems.end());
    known.insert(known.end(), limit_names().begin(), limit_names().end());
    variant_check(what, each, std::move(known)).names();
    check_base(what, each);
  }
}

}  // namespace warpmark::kernels_file
